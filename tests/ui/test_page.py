# SPDX-License-Identifier: Apache-2.0
"""Each tool of the page, used as people use it; and how it looks, wide and narrow, in light and dark."""
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

LOOKS = [(1280, False), (1280, True), (390, False), (390, True)]
TOOLS = {
    "playground": ("#verdict", "single-slice"),
    "modes": ("#modes-out", "Time-slicing"),
    "tickets": ("#tickets-out", "nvidia.com/gpu: 8"),
    "mig": ("#mig-out", "The card is whole"),
    "fit": ("#fit-out", "1g.20gb"),
}


@pytest.mark.parametrize("name", TOOLS)
@pytest.mark.parametrize("width, dark", LOOKS)
def test_looks(tool, name, width, dark):
    tool.open(name, width, dark)
    tool.until_says(*TOOLS[name])
    if name == "mig":
        for profile in ("3g.40gb", "1g.20gb", "1g.10gb"):
            tool.one(f'[data-profile="{profile}"]').click()
            tool.until_says("#mig-card", profile)
    if name == "modes":
        tool.one('[data-mishap="fault"]').click()
        tool.until_says("#modes-out", "its process ends")
    tool.shoot(f"{name}-{'wide' if width > 1000 else 'narrow'}-{'dark' if dark else 'light'}")


@pytest.mark.parametrize("name", TOOLS)
@pytest.mark.parametrize("dark", [False, True])
def test_contrast(tool, name, dark):
    """WCAG AA: 4.5 to 1 for every text that shows."""
    tool.open(name, dark=dark)
    tool.until_says(*TOOLS[name])
    poor = tool.run("""
      const parse = (c) => c.match(/[\\d.]+/g).map(Number);
      const light = (c) => { const [r, g, b] = parse(c).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; const p = parse(c); if (p.length === 3 || p[3] === 1) return c; } return 'rgb(255, 255, 255)'; };
      const poor = [];
      for (const e of document.querySelectorAll('body *')) {
        if (!e.checkVisibility() || e.matches(':disabled, .skip')) continue;
        if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
        const [a, b] = [light(getComputedStyle(e).color), light(ground(e))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) poor.push(`${e.tagName} ${e.className} "${e.textContent.slice(0, 40)}": ${ratio.toFixed(2)}`);
      }
      return poor;""")
    assert poor == []


@pytest.mark.parametrize("name", TOOLS)
def test_everything_has_a_name(tool, name):
    """What can be used says what it is to those who do not see it."""
    tool.open(name)
    tool.until_says(*TOOLS[name])
    for element in tool.all("button, input, select, textarea, a, [role=img], [role=group]"):
        if element.is_displayed():
            assert element.accessible_name, element.get_attribute("outerHTML")


def test_playground_marks_the_line_and_says_why(tool):
    tool.open("playground")
    tool.until_says("#verdict", "refused", "single-slice", "asks for 2 slices, at most 1 is allowed", "fix: set nvidia.com/gpu: 1")
    marked = tool.one("#marked li.error")
    assert "nvidia.com/gpu: 2" in marked.text
    assert marked.get_attribute("data-line") == "14"


def test_playground_shows_what_is_added(tool):
    tool.open("playground")
    tool.one('[data-example="dedicated"]').click()
    tool.until_says("#verdict", "admitted")
    tool.until_says("#diff", "podAntiAffinity", "kubernetes.io/hostname")
    assert all(line.text.startswith("+") for line in tool.all("#diff .plus"))


def test_playground_follows_what_is_typed(tool):
    tool.open("playground")
    tool.until_says("#verdict", "refused")
    tool.type("#manifest", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    tool.until_says("#verdict", "no pod in it")
    tool.type("#manifest", "a: [\n")
    tool.until_says("#verdict", "cannot be read")
    tool.type("#manifest", "<script>alert(1)</script>: &a [*b]")
    tool.until_says("#verdict", "cannot be read")
    assert tool.all("#verdict script") == []
    tool.type("#manifest", "")
    tool.until(lambda: tool.text("#verdict") == "")


def test_playground_says_its_limit(tool):
    tool.open("playground")
    tool.until_says("#verdict", "refused")
    tool.run("document.getElementById('manifest').value = '# a comment\\n'.repeat(900000)")
    tool.one("#check").click()
    tool.until_says("#failure", "10.3 MiB", "at most 4 MiB")
    tool.one('[data-example="greedy"]').click()
    tool.until(lambda: not tool.one("#failure").is_displayed())


def test_modes_tell_who_is_hurt(tool):
    tool.open("modes")
    tool.until_says("#modes-out", "Time-slicing", "MPS", "MIG", "a wall", "a promise that nothing keeps")
    panels = lambda: tool.run("return [...document.querySelectorAll('#modes-out .panel')].map((e) => e.innerText)")
    tool.one('[data-mishap="leak"]').click()
    tool.until(lambda: [text.count("its next allocation fails") for text in panels()] == [4, 1, 1])
    tool.one('[data-mishap="fault"]').click()
    tool.until(lambda: [text.count("its process ends") for text in panels()] == [1, 4, 1])
    tool.one('[data-mishap="cardLost"]').click()
    tool.until(lambda: [text.count("gone with the card") for text in panels()] == [4, 4, 4])
    tool.type("#modes-gpu", "l4")
    tool.until_says("#modes-out", "This card has no MIG")
    tool.type("#modes-count", "9")
    tool.until_says("#failure", "tenants: must be from 1 to 7")


def test_tickets_follow_the_device_plugin(tool):
    tool.open("tickets")
    tool.until_says("#tickets-out", "nvidia.com/gpu: 8", "-SHARED", "neither more memory nor more time")
    tool.one("#tickets-fails").click()
    tool.until_says("#tickets-out", "UnexpectedAdmissionError")
    tool.one("#tickets-renames").click()
    tool.until_says("#tickets-out", "nvidia.com/gpu.shared: 8")
    tool.until(lambda: "-SHARED" not in tool.text("#tickets-out"))
    assert len(tool.all("#tickets-out .slips li")) == 8
    tool.type("#tickets-replicas", "1")
    tool.until_says("#tickets-out", "gets a whole card")
    tool.type("#tickets-replicas", "0")
    tool.until_says("#failure", "replicas: must be from 1 to 128")


def add(tool, *profiles):
    for profile in profiles:
        before = tool.text("#mig-out")
        tool.one(f'[data-profile="{profile}"]').click()
        tool.until(lambda: tool.text("#mig-out") != before)


def test_packer_says_what_fits_and_why_not(tool):
    tool.open("mig")
    tool.until_says("#mig-out", "The card is whole")
    add(tool, "4g.40gb", "1g.20gb", "1g.20gb")
    tool.until_says("#mig-out", "1 compute slice", "0 memory units", "nvidia.com/mig-1g.20gb: 2, nvidia.com/mig-4g.40gb: 1", "all alike")
    add(tool, "1g.10gb")
    tool.until_says("#mig-out", "does not fit", "1g.10gb: it takes 1 memory unit, 0 of 8 are left")
    tool.one("#mig-card .instance").click()
    tool.until(lambda: len(tool.all("#mig-card .instance")) == 2)
    tool.until_says("#mig-out", "fits")


def test_packer_takes_standard_layouts(tool):
    tool.open("mig")
    tool.until_says("#mig-out", "The card is whole")
    tool.type("#mig-layout", "all-balanced")
    tool.until_says("#mig-out", "nvidia.com/mig.config: all-balanced")
    assert len(tool.all("#mig-card .instance")) == 4
    add(tool, "1g.10gb")
    tool.until_says("#mig-out", "does not fit")
    tool.type("#mig-layout", "all-1g.10gb")
    tool.until_says("#mig-out", "Stranded", "1 memory unit", "nvidia.com/gpu: 7")
    tool.type("#mig-gpu", "a30")
    tool.until_says("#mig-card", "4 units of memory")


def test_fit_is_right_by_the_known_example(tool):
    tool.open("fit")
    verdict = lambda on: tool.text(f'[data-on="{on}"] .badge')
    tool.until_says("#fit-out", "Llama-3.1-8B")
    assert (verdict("1g.20gb"), verdict("1g.10gb")) == ("fits", "does not fit")
    tool.type("#fit-context", "32768")
    tool.until(lambda: (verdict("card"), verdict("1g.20gb"), verdict("3g.40gb")) == ("fits", "does not fit", "does not fit"))
    tool.type("#fit-model", "lama-3.1-8b")
    tool.until_says("#failure", "not in the catalogue")


def test_by_keyboard_alone(tool):
    tool.open("")  # without a place of its own in the page
    tool.until_says("#verdict", "refused")
    keys = lambda key: ActionChains(tool.browser).send_keys(key).perform()
    keys(Keys.TAB)
    assert tool.run("return document.activeElement.textContent") == "Skip to the tool"
    keys(Keys.TAB + Keys.TAB)
    assert tool.run("return document.activeElement.hash") == "#modes"
    keys(Keys.ENTER)
    tool.until_says("#modes-out", "Time-slicing")
    assert tool.run("return document.activeElement.id") == "main"
    assert tool.browser.title.startswith("Tenants on one card")
