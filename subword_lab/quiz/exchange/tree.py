"""XML as a tree of elements, written the same way each time."""

import xml.etree.ElementTree as ET


def node(name: str, *inside: ET.Element | str, **attributes: str) -> ET.Element:
    """Return an element with its text or its children.

    >>> ET.tostring(node("p", "a < b", id="x"))
    b'<p id="x">a &lt; b</p>'
    """
    element = ET.Element(name, attributes)
    for each in inside:
        if isinstance(each, str):
            element.text = (element.text or "") + each
        else:
            element.append(each)
    return element


def written(root: ET.Element) -> bytes:
    """Return the tree as UTF-8, indented; an element that holds a text keeps it exactly."""
    ET.indent(root)
    data: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return data + b"\n"
