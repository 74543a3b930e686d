"""The second step of the model of belief, as an experiment: paths of states, each weighed against every look."""
