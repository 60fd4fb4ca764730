"""What `subword-lab lab` writes: pictures on disk, and panels again while their kernel runs."""

import asyncio
import copy
import json
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_server.services.contents.manager import ContentsManager
from tornado.web import HTTPError
from traitlets.config import Configurable

from subword_lab.jupyter.contents import PANEL, PICTURE, PicturesOnDisk, put_back, take
from subword_lab.lab import SETTINGS

NAME = "a.ipynb"


class Server(Configurable):
    """As much of a server as the files ask: which notebook runs in which process."""

    def __init__(self, running):
        super().__init__()
        self.session_manager = self.kernel_manager = self
        self.running = running  # path -> (kernel id, process)
        self.sessions = {}  # path -> session id

    async def list_sessions(self):
        return [
            {"id": self.sessions.setdefault(path, f"session of {path}"), "path": path,
             "kernel": {"id": kernel}}
            for path, (kernel, _) in self.running.items()
        ]  # fmt: skip

    def rename(self, old, new):
        """Give a running notebook another name, as a page does: its session stays."""
        self.sessions[new], self.running[new] = self.sessions.pop(old), self.running.pop(old)

    def get_kernel(self, kernel):
        (process,) = {pid for found, pid in self.running.values() if found == kernel}
        return SimpleNamespace(provisioner=SimpleNamespace(pid=process))


def panel(address="p1", picture=True):
    """What a cell shows for a panel of ours, or for a widget without a picture."""
    data = {PANEL: {"model_id": address, "version_major": 2}, "text/plain": "a panel"}
    return nbformat.v4.new_output("display_data", data | ({PICTURE: "<b>x</b>"} if picture else {}))


def notebook(*outputs):
    cells = [nbformat.v4.new_code_cell("x", id="cell", outputs=list(outputs))]
    return nbformat.v4.new_notebook(cells=cells)


@pytest.fixture
def server():
    return Server({NAME: ("kernel", 1)})


@pytest.fixture
def files(server, tmp_path, monkeypatch):
    """The files of a folder, with signatures of their own."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    files = PicturesOnDisk(parent=server, root_dir=str(tmp_path))
    yield files
    files.notary.store.close()


def save(files, content, path=NAME):
    model = {"type": "notebook", "format": "json", "content": copy.deepcopy(content)}
    return asyncio.run(files.save(model, path))


def shown(files, path=NAME):
    """The addresses in the outputs that a page would get."""
    content = asyncio.run(files.get(path))["content"]
    found = [output["data"].get(PANEL) for output in content["cells"][0]["outputs"]]
    return [panel and panel["model_id"] for panel in found]


def on_disk(tmp_path):
    return json.loads((tmp_path / NAME).read_text(encoding="utf-8"))["cells"][0]["outputs"]


def test_the_file_holds_the_picture_and_the_page_its_panel(files, tmp_path):
    save(files, notebook(panel("p1"), panel("p2")))
    assert [set(output["data"]) for output in on_disk(tmp_path)] == [{PICTURE, "text/plain"}] * 2
    assert shown(files) == ["p1", "p2"]


def test_a_widget_without_a_picture_stays_as_it_is(files, server, tmp_path):
    save(files, notebook(panel("w", picture=False)))
    assert PANEL in on_disk(tmp_path)[0]["data"]
    server.running.clear()
    assert shown(files) == ["w"]


@pytest.mark.parametrize(
    "later", [{}, {NAME: ("another", 2)}, {NAME: ("kernel", 2)}, {"b.ipynb": ("kernel", 1)}]
)
def test_without_its_kernel_a_panel_is_a_picture(files, server, later):
    """No kernel, another kernel, the same restarted, the same for another notebook."""
    save(files, notebook(panel()))
    server.running = later
    assert shown(files) == [None]


def test_what_died_in_a_restart_does_not_come_back_with_a_later_save(files, server):
    save(files, notebook(panel("old")))
    server.running = {NAME: ("kernel", 2)}
    save(files, notebook(panel("old"), panel("new")))
    assert shown(files) == [None, "new"]


def test_under_a_new_name_the_panels_are_still_found(files, server):
    save(files, notebook(panel()))
    asyncio.run(files.rename(NAME, "b.ipynb"))
    server.rename(NAME, "b.ipynb")
    assert shown(files, "b.ipynb") == ["p1"]
    save(files, notebook(panel("p2")))  # another notebook, under the old name
    assert shown(files) == [None] and shown(files, "b.ipynb") == ["p1"]


def test_two_notebooks_of_one_kernel_keep_their_panels(files, server):
    """A copy has the same cells, and may be given the same kernel."""
    save(files, notebook(panel("p1")))
    asyncio.run(files.copy(NAME, "b.ipynb"))
    server.running["b.ipynb"] = server.running[NAME]
    assert shown(files, "b.ipynb") == [None]
    save(files, notebook(panel("p2")), "b.ipynb")
    assert shown(files) == ["p1"] and shown(files, "b.ipynb") == ["p2"]


def test_an_older_state_is_restored_with_the_panels_of_now(files):
    save(files, notebook(panel("p1"), panel("p2")))
    checkpoint = asyncio.run(files.create_checkpoint(NAME))["id"]
    save(files, notebook(panel("p3")))
    asyncio.run(files.restore_checkpoint(checkpoint, NAME))
    assert shown(files) == ["p3", None]


def test_what_is_no_json_is_refused_as_ever(files, tmp_path):
    (tmp_path / NAME).write_text("{", encoding="utf-8")
    with pytest.raises(HTTPError, match="JSON"):
        asyncio.run(files.get(NAME))


def test_saved_without_a_kernel_it_is_a_picture_for_good(files, server):
    server.running = {}
    save(files, notebook(panel()))
    assert shown(files) == [None]
    server.running = {NAME: ("kernel", 1)}
    save(files, notebook(panel()))
    assert shown(files) == [None]


def test_a_file_that_another_server_saved_shows_its_pictures(files, tmp_path):
    nbformat.write(notebook(panel()), tmp_path / NAME)
    assert shown(files) == [None]


def test_a_saved_notebook_is_still_trusted(files, server):
    content = notebook(panel())
    content.cells[0].metadata["trusted"] = True
    save(files, content)
    for server.running in ({NAME: ("kernel", 1)}, {}):
        (cell,) = asyncio.run(files.get(NAME))["content"]["cells"]
        assert cell["metadata"]["trusted"]


def test_other_files_are_saved_and_read_as_ever(files):
    model = {"type": "file", "format": "text", "content": "text"}
    asyncio.run(files.save(model, "a.txt"))
    assert asyncio.run(files.get("a.txt"))["content"] == "text"
    assert "content" in asyncio.run(files.get(""))
    assert asyncio.run(files.get("a.txt", content=False))["content"] is None


@pytest.mark.parametrize("odd", [{}, {"cells": []}, {"cells": [{}]}, {"worksheets": []}])
def test_an_odd_notebook_passes(odd):
    assert take(odd) == {}
    put_back(odd, {("", 0): "p"})
    assert PANEL not in str(odd)


def test_the_command_uses_it():
    config = json.loads((SETTINGS / "jupyter_server_config.json").read_text(encoding="utf-8"))
    name = config["ServerApp"]["contents_manager_class"]
    assert name == f"{PicturesOnDisk.__module__}.{PicturesOnDisk.__name__}"
    assert issubclass(PicturesOnDisk, ContentsManager)


def test_work_is_saved_where_the_kernel_cannot_be_told(files, server, tmp_path):
    server.get_kernel = lambda kernel: {}[kernel]  # ended between two looks
    save(files, notebook(panel("p1")))
    assert [set(output["data"]) for output in on_disk(tmp_path)] == [{PICTURE, "text/plain"}]
    assert shown(files) == [None]
