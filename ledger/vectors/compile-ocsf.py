"""Writes ocsf.json, what the event classes of the export allow, from a checkout of github.com/ocsf/ocsf-schema:

    python3 ledger/vectors/compile-ocsf.py path/to/ocsf-schema > ledger/vectors/ocsf.json
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(sys.argv[1])
CLASSES = ["base_event", "iam/authentication", "iam/user_management", "iam/entity_management", "application/file_hosting", "findings/detection_finding"]
OBJECTS = ["metadata", "product", "user", "actor", "session", "file", "network_endpoint", "http_request", "service", "managed_entity", "finding_info"]


def load(path):
    return json.loads((ROOT / path).read_text())


DICTIONARY = load("dictionary.json")
CATEGORIES = load("categories.json")["attributes"]
EVENTS = {json.loads(file.read_text())["name"]: file for file in (ROOT / "events").rglob("*.json")}


def merged(definition, parent_of):
    """Attributes and constraints of a definition with those that it extends and includes."""
    attributes, constraints = {}, {}
    if "extends" in definition and definition["extends"] != definition["name"]:
        parent = parent_of(definition["extends"])
        if parent:
            attributes, constraints = merged(parent, parent_of)
    for include in definition["attributes"].get("$include", []):
        included = load(include)
        for name, attribute in included["attributes"].items():
            # What a profile brings counts where an event names the profile.
            profile = {"profile": included["name"]} if include.startswith("profiles/") else {}
            attributes[name] = {**attributes.get(name, {}), **attribute, **profile}
    for name, attribute in definition["attributes"].items():
        if name != "$include":
            enum = {**attributes.get(name, {}).get("enum", {}), **attribute.get("enum", {})}
            attributes[name] = {**attributes.get(name, {}), **attribute, **({"enum": enum} if enum else {})}
    return attributes, {**constraints, **definition.get("constraints", {})}


def compact(definition, parent_of):
    attributes, constraints = merged(definition, parent_of)
    result = {}
    for name, attribute in sorted(attributes.items()):
        known = DICTIONARY["attributes"][name]
        enum = {**known.get("enum", {}), **attribute.get("enum", {})}
        result[name] = {
            "type": known["type"],
            **({"list": True} if known.get("is_array") else {}),
            **({"profile": attribute["profile"]} if attribute.get("profile") else {}),
            **({"required": True} if attribute.get("requirement") == "required" else {}),
            # The numbers of class and category follow from the class.
            **({"enum": sorted(enum)} if enum and known["type"] == "integer_t" and name not in ("category_uid", "class_uid") else {}),
        }
    return {"attributes": result, **({"at_least_one": constraints["at_least_one"]} if constraints.get("at_least_one") else {})}


def object_named(name):
    path = ROOT / "objects" / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def event_named(name):
    return json.loads(EVENTS[name].read_text()) if name in EVENTS else None


def category_of(definition):
    while "category" not in definition:
        definition = event_named(definition["extends"])
    return CATEGORIES.get(definition["category"], {"uid": 0})["uid"]


classes = {}
for path in CLASSES:
    definition = load(f"events/{path}.json")
    category = category_of(definition)
    uid = category * 1000 + definition.get("uid", 0)
    classes[uid] = {"name": definition["name"], "category": category, **compact(definition, event_named)}
objects = {name: compact(object_named(name), object_named) for name in OBJECTS}
print(json.dumps({"version": load("version.json")["version"], "classes": classes, "objects": objects}, separators=(",", ":")))
