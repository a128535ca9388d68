"""Between a browser and a served program: each speaks to the other through here, and to nothing else of ours."""
