# SPDX-License-Identifier: Apache-2.0
"""`slicegate ui` in a real browser: Debian's Chromium, driven by Selenium. Screenshots are left in SLICEGATE_SCREENSHOTS."""
import json
import os
import pathlib
import re
import signal
import subprocess

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("SLICEGATE_BINARY", str(ROOT / "build/release/slicegate"))
SCREENSHOTS = pathlib.Path(os.environ.get("SLICEGATE_SCREENSHOTS", ROOT / "build/screenshots"))
# Chromium asks hosts of its maker at every start unless told not to.
QUIET = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"]


@pytest.fixture(scope="session")
def page():
    """The address of a page that this binary serves."""
    server = subprocess.Popen([BINARY, "ui", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    said = server.stdout.readline()
    found = re.search(r"http://localhost:\d+/", said)
    assert found, said
    yield found[0]
    server.send_signal(signal.SIGTERM)
    assert server.wait(10) == 0


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in QUIET:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    yield driver
    driver.quit()


class Tool:
    """One tool of the page, as its user sees it."""

    def __init__(self, browser, page):
        self.browser, self.page = browser, page

    def open(self, name, width=1280, dark=False):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.browser.get("about:blank")
        self.browser.get(f"{self.page}#{name}" if name else self.page)
        self.until(lambda: self.run("return document.documentElement.dataset.ready") == "true")
        self.until(lambda: self.one(f"#{name or 'playground'}").is_displayed())

    def run(self, script, *words):
        return self.browser.execute_script(script, *words)

    def one(self, selector):
        return self.browser.find_element("css selector", selector)

    def all(self, selector):
        return self.browser.find_elements("css selector", selector)

    def text(self, selector):
        """In one step: what the page replaces meanwhile is no fault."""
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def until(self, condition):
        return WebDriverWait(self.browser, 20).until(lambda _: condition())

    def until_says(self, selector, *words):
        self.until(lambda: all(word in self.text(selector) for word in words))

    def type(self, selector, text):
        """As typed, but at once."""
        self.run("const e = arguments[0]; e.value = arguments[1]; e.dispatchEvent(new Event('input', {bubbles: true}));"
                 "e.dispatchEvent(new Event('change', {bubbles: true}))", self.one(selector), text)

    def shoot(self, name):
        """The whole page as a picture; it is never wider than the window."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        size = self.run("const e = document.documentElement; return [e.scrollWidth, e.clientWidth, e.scrollHeight]")
        assert size[0] <= size[1], f"{name}: the page is {size[0]} px wide in a window of {size[1]}"
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": size[1], "height": min(size[2], 4000), "deviceScaleFactor": 1, "mobile": False})
        self.browser.save_screenshot(str(SCREENSHOTS / f"{name}.png"))

    def complaints(self):
        """What the console says, and every request to another place than this page."""
        said = [entry["message"] for entry in self.browser.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING") and " 422 " not in entry["message"]]  # a question refused
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith((self.page, "about:", "data:", "chrome:")):
                    said.append(url)
        return said


@pytest.fixture
def tool(browser, page):
    shown = Tool(browser, page)
    shown.complaints()  # of the test before
    yield shown
    assert shown.complaints() == []
