"""What hosts copy and paste: the example of settings, the container, the invitation. No engine runs here, so every path
and command is looked at, and a linter reads the Dockerfile."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.config import Settings, read
from bot.loopback import permissions
from tests.process.bot_process import ROOT, SETTINGS

EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
HADOLINT = Path(sys.executable).parent / "hadolint"
NOT_FOR_HOSTS = {"DISCORD_URL"}


def named() -> dict[str, str]:
    """Every setting in the example, commented out or not, with its value."""
    return dict(re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE))


def known() -> set[str]:
    """Every setting that the program reads."""
    source = (ROOT / "bot/config.py").read_text(encoding="utf-8")
    return set(re.findall(r'"((?:[A-Z]+_)+[A-Z]+)"', source)) | {"DISCORD_TOKEN"}


def test_the_example_lists_each_setting_and_no_other() -> None:
    assert set(named()) == known() - NOT_FOR_HOSTS


def test_the_tests_know_every_setting_that_could_reach_them() -> None:
    assert all(name.startswith(SETTINGS) for name in known())


def test_what_the_example_says_is_what_counts_without_it() -> None:
    given = {name: value for name, value in named().items() if not name.startswith("DISCORD_TOKEN")}
    assert read(given, Path("/nowhere/.env")) == Settings()


def test_the_hosting_page_lists_each_setting() -> None:
    page = (ROOT / "docs/self-hosting.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in known())


def test_everything_that_is_copied_into_the_container_is_there_and_not_ignored() -> None:
    sources = re.findall(r"^COPY (?!--from)(\S+) \S+$", DOCKERFILE, re.MULTILINE)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert sources == ["requirements.lock", "bot", "cogs"]
    for source in sources:
        assert (ROOT / source).exists()
        assert f"!{source}" in ignored


def test_the_container_runs_as_somebody_who_may_write_its_data_only() -> None:
    assert "USER 10001" in DOCKERFILE
    assert "useradd --uid 10001" in DOCKERFILE
    assert "VOLUME /data" in DOCKERFILE
    assert "DATABASE_PATH=/data/" in DOCKERFILE


@pytest.mark.parametrize("line", re.findall(r"(?:CMD|ENTRYPOINT) (\[.*\])", DOCKERFILE))
def test_every_command_of_the_container_is_one_of_ours(line: str) -> None:
    words = re.findall(r'"([^"]+)"', line)
    commands = [word for word in words if not word.startswith(("/", "-")) and word != "bot"]
    for command in commands:
        done = subprocess.run([sys.executable, "-m", "bot", command, "--help"], capture_output=True, check=False)
        assert done.returncode == 0, command


@pytest.mark.skipif(not HADOLINT.exists(), reason="no hadolint for this machine")
def test_a_linter_finds_nothing_in_the_dockerfile() -> None:
    done = subprocess.run([HADOLINT, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0


def test_compose_uses_what_is_there() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert "env_file: .env" in compose
    assert "games:/data" in compose
    assert "DATABASE_PATH: /data/cardroom.db" in compose


@pytest.mark.skipif(shutil.which("docker") is None, reason="no docker on this machine")
def test_docker_itself_reads_the_compose_file(tmp_path: Path) -> None:
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\n", encoding="utf-8")
    done = subprocess.run(
        ["docker", "compose", "config", "--quiet"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if "is not a docker command" in done.stderr or "unknown" in done.stderr:
        pytest.skip("this docker has no compose")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", ["README.md"])
def test_the_invitation_asks_for_exactly_the_permissions_that_are_needed(page: str) -> None:
    (bits,) = re.findall(r"permissions=(\d+)", (ROOT / page).read_text(encoding="utf-8"))
    assert int(bits) == permissions.BOT


def test_the_pictures_in_the_readme_are_there() -> None:
    pictures = re.findall(r'src="([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8"))
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).read_bytes().startswith(b"\x89PNG")
