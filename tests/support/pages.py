"""Interactive pages as their script reads them."""

from __future__ import annotations

import json
import re
from typing import Any

from PySide6.QtQml import QJSEngine

BROWSER = """
function atob(text) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let out = "", bits = 0, held = 0;
  for (const one of text.replace(/=/g, "")) {
    held = (held << 6 | letters.indexOf(one)) & 0xffff; bits += 6;
    if (bits >= 8) { bits -= 8; out += String.fromCharCode(held >> bits & 255); }
  }
  return out;
}
var innerHeight = 700, scrollY = 0, devicePixelRatio = 1, onresize, onbeforeprint, onafterprint;
var asked = [], turned = [], drawn = [];
const setInterval = () => 1, clearInterval = () => {}, getComputedStyle = () => ({getPropertyValue: () => " #d9733f"});
const matchMedia = query => { asked.push(query); return {matches: false}; };
const context = new Proxy({
  measureText: text => ({width: 7 * text.length}), rotate: angle => turned.push(angle),
  drawImage: (...given) => drawn.push(given),
  createImageData: (width, height) => ({data: new Uint8Array(width * height * 4)}),
}, {get: (known, name) => name in known ? known[name] : () => {}});
class Part {
  constructor() { Object.assign(this, {children: [], attributes: {}, style: {}, text: "", parentElement: null}); }
  get textContent() { return this.text + this.children.map(one => one.textContent).join(""); }
  set textContent(text) { this.children = []; this.text = String(text); }
  appendChild(one) { one.parentElement = this; this.children.push(one); }
  setAttribute(name, value) { this.attributes[name] = value; }
  removeAttribute(name) { delete this.attributes[name]; }
  querySelectorAll() { return this.children.filter(one => one.onclick); }
  getBoundingClientRect() { return {top: 300}; }
  getContext() { return context; }
  scrollIntoView() { this.seen = true; }
}
Object.assign(Part.prototype, {clientWidth: 600, clientHeight: 100, offsetTop: 0, offsetHeight: 20, scrollTop: 0});
const parts = {}, document = {
  documentElement: new Part(),
  createElement: () => new Part(),
  getElementById: id => parts[id] = parts[id] || Object.assign(new Part(), {parentElement: new Part()}),
};
"""
"""What every browser has and Qt's engine has not, as far as a page's script uses it."""


def opened(text: str) -> QJSEngine:
    """A page in Qt's engine, its script run; `inside(text)` there evaluates an expression as the script would."""
    engine, scripts = QJSEngine(), re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    data = f"document.getElementById('run').textContent = {json.dumps(scripts[0])};"
    found = engine.evaluate("\n".join((BROWSER, data, *scripts[1:], "var inside = text => eval(text);")))
    assert not found.isError(), found.toString()
    return engine


def run_in(text: str) -> dict[str, Any]:
    """The run that is in a page."""
    found = re.search(r'<script type="application/json" id="run">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])
