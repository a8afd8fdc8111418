"""Checks a JUnit file with Python's parser: that it is XML, that it counts right and that names are unique.

Prints every suite as JSON, so that a test reads what the parser has read.

Usage: validate_junit.py FILE
"""
import json
import sys
from xml.etree import ElementTree

root = ElementTree.parse(sys.argv[1]).getroot()


def check(condition, text):
    if not condition:
        sys.exit(text)


def check_counts(element):
    cases = list(element.iter("testcase"))
    for attribute, tag in (("failures", "failure"), ("errors", "error")):
        found = sum(1 for case in cases if case.find(tag) is not None)
        check(int(element.get(attribute)) == found, f"{attribute} is {element.get(attribute)}, found {found}")
    check(int(element.get("tests")) == len(cases), f"tests is {element.get('tests')}, found {len(cases)}")
    seconds = sum(float(case.get("time")) for case in cases)
    check(abs(float(element.get("time")) - seconds) < 1e-3, f"time is {element.get('time')}, the sum is {seconds}")


check(root.tag == "testsuites", f"the root is {root.tag}")
check_counts(root)
suites = {}
for suite in root:
    check(suite.tag == "testsuite", f"a child of the root is {suite.tag}")
    check_counts(suite)
    check(suite.get("name") not in suites, f"two suites have the name {suite.get('name')}")
    names = [(case.get("classname"), case.get("name")) for case in suite]
    check(len(set(names)) == len(names), f"names are not unique: {names}")
    suites[suite.get("name")] = [
        {
            "class": case.get("classname"),
            "name": case.get("name"),
            "outcome": [outcome.tag for outcome in case],
            "type": [outcome.get("type") for outcome in case],
            "message": [outcome.get("message") for outcome in case],
            "text": [outcome.text for outcome in case],
        }
        for case in suite
    ]
print(json.dumps(suites))
