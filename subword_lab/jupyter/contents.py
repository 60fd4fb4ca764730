"""A notebook on disk holds pictures; its panels come back for as long as their kernel lives.

Jupyter stores a panel's address in a kernel, and the kernel is gone the next day: JupyterLab then
shows an error in the panel's place, though the same output also holds its picture. So the address
is not written to the file. The server remembers it: a page that is loaded again finds its panels.
"""

from collections.abc import Iterator
from typing import Any

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

PANEL = "application/vnd.jupyter.widget-view+json"
PICTURE = "text/html"

Place = tuple[str, int]  # the cell's id, or its number in old files, and which of its outputs
Life = tuple[str, str, Any]
"""A notebook's session, which a new name does not change; its kernel; and the kernel's process,
which is another one after a restart."""


class PicturesOnDisk(AsyncLargeFileManager):
    """JupyterLab's files, but a panel's address is kept in memory and not in the notebook."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.panels: dict[Life, dict[Place, Any]] = {}  # of the notebook as it was last saved
        self.born: dict[str, Life | None] = {}

    async def save(self, model: dict[str, Any], path: str = "") -> Any:
        """Write a notebook without its panels' addresses, and remember them."""
        if model.get("type") == "notebook" and "content" in model:
            panels = take(model["content"])
            life = await self.life(path)
            born = {at: self.born.setdefault(str(panel), life) for at, panel in panels.items()}
            if life:
                self.panels[life] = {at: panels[at] for at in panels if born[at] == life}
        return await super().save(model, path)  # type: ignore[no-untyped-call]

    async def get(self, path: str, content: bool = True, *args: Any, **kwargs: Any) -> Any:
        """Read a notebook: with the panels that its running kernel has made, and no others."""
        model = await super().get(path, content, *args, **kwargs)  # type: ignore[no-untyped-call]
        if content and model["type"] == "notebook":
            take(model["content"])  # of a file that another server has written
            life = await self.life(path)
            put_back(model["content"], self.panels.get(life, {}) if life else {})
        return model

    async def life(self, path: str) -> Life | None:
        """Which run of which kernel belongs to a notebook now; None where that cannot be told."""
        try:
            return await self._life(path)
        except Exception:  # of another kernel manager, say: a learner's work must still be saved
            self.log.warning("The kernel of %s is not known", path, exc_info=True)
            return None

    async def _life(self, path: str) -> Life | None:
        server: Any = self.parent
        for session in await server.session_manager.list_sessions():
            if session and session["path"] == path.strip("/"):
                kernel = session["kernel"]["id"]
                provisioner = server.kernel_manager.get_kernel(kernel).provisioner
                return session["id"], kernel, getattr(provisioner, "pid", None)
        return None


def take(notebook: dict[str, Any]) -> dict[Place, Any]:
    """Take the panels out of all outputs that have a picture too; says where they were."""
    return {place: data.pop(PANEL) for place, data in pictures(notebook) if PANEL in data}


def put_back(notebook: dict[str, Any], panels: dict[Place, Any]) -> None:
    """Put panels where they were, if there is still a picture."""
    for place, data in pictures(notebook):
        if place in panels:
            data[PANEL] = panels[place]


def pictures(notebook: dict[str, Any]) -> Iterator[tuple[Place, dict[str, Any]]]:
    """The outputs that have a picture, and their places."""
    for number, cell in enumerate(notebook.get("cells", ())):
        for at, output in enumerate(cell.get("outputs", ())):
            data = output.get("data", {})
            if PICTURE in data:
                yield (cell.get("id", str(number)), at), data
