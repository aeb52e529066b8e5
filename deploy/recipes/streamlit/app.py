from datetime import datetime

import pandas as pd
import streamlit as st

email = st.context.headers.get("X-Forwarded-Email")
if email is None:
    st.error("This page is served through the gateway only.")
    st.stop()

st.title("Figures")
st.write("Signed in as", email)
st.html('<a href="/logout" target="_self">Sign out</a>')

figures = st.file_uploader("Figures", type="csv")
if figures is not None:
    st.table(pd.read_csv(figures))


@st.fragment(run_every="1s")
def show_clock() -> None:
    st.write("Now:", datetime.now().strftime("%H:%M:%S"))


show_clock()
