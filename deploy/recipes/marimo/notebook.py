# Served by: marimo run notebook.py --headless --no-token
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    return (mo,)


@app.cell
def _(mo):
    visitor = mo.app_meta().request.headers["x-forwarded-email"]
    mo.md(f"Signed in as {visitor}. [Sign out](/logout)")
    return


@app.cell
def _(mo):
    number = mo.ui.number(start=0, stop=100, label="Number")
    number
    return (number,)


@app.cell
def _(mo, number):
    mo.md(f"Its square is {number.value**2}.")
    return


if __name__ == "__main__":
    app.run()
