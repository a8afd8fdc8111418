"""Checks a SARIF file: against the schema, and what the standard says in words only.

Usage: validate_sarif.py SCHEMA FILE
"""
import json
import sys

import jsonschema  # the package python3-jsonschema; tools/install installs it

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    log = json.load(file)

jsonschema.Draft7Validator.check_schema(schema)
errors = jsonschema.Draft7Validator(schema).iter_errors(log)
problems = [f"{list(error.absolute_path)}: {error.message}" for error in errors]

if not problems:
    for run in log["runs"]:
        identifiers = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        if len(set(identifiers)) < len(identifiers):
            problems.append(f"a rule stands there twice: {identifiers}")  # section 3.19.23
        used = set()
        for result in run["results"]:
            if identifiers[result["ruleIndex"]] != result["ruleId"]:  # section 3.27.6
                problems.append(f"{result['ruleId']} is not rule {result['ruleIndex']}")
            used.add(result["ruleId"])
            for location in result["locations"]:
                region = location.get("physicalLocation", {}).get("region")
                if region and (region["startLine"], region["startColumn"]) > (region["endLine"], region["endColumn"]):
                    problems.append(f"a region ends before it begins: {region}")  # sections 3.30.7 and 3.30.8
        if used != set(identifiers):
            problems.append(f"rules without a result: {set(identifiers) - used}")

print("\n".join(problems))
sys.exit(1 if problems else 0)
