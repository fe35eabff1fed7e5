# Short names for the three commands of bootstrap.py.
.PHONY: run test doctor

run test doctor:
	python3 bootstrap.py $@
