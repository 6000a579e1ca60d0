"""Vision, touch and dynamics of the infant study (Fiala 2023, Figs. 5.4 to 5.10 and chapter 8)."""
