// The reader's own samples: pasted, dropped, opened.

import assert from "node:assert/strict";
import {test} from "node:test";
import {curve, figure, open, readout, until} from "./browser.js";

const title = (page) => figure(page).getByRole("heading").first().textContent();
const paste = async (page, text) => {
  if (!await figure(page).getByRole("textbox", {name: "Your own samples"}).count()) await figure(page).getByRole("button", {name: "Your data"}).click();
  await figure(page).getByRole("textbox", {name: "Your own samples"}).fill(text);
};
const read = (page) => figure(page).locator(".read").textContent();
const drop = (page, content, name) => figure(page).evaluate((element, [text, file]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], file, {type: "text/csv"}));
  element.dispatchEvent(new DragEvent("dragover", {dataTransfer, bubbles: true, cancelable: true}));
  element.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
}, [content, name]);

test("a pasted table with names is fitted, in all figures, and the names are on the axes", async () => {
  const page = await open();
  await paste(page, "depth,warmth\n1,10\n2,20\n3,15\n4,30\n5,25\n");
  assert.equal(await until(() => title(page), (now) => now.includes("five")), "One query, five keys");
  await until(() => read(page), (text) => /5 samples, “depth” as the key and “warmth” as its value/.test(text));
  assert.match(await figure(page).locator(".plot").textContent(), /warmth/);
  await until(() => figure(page, "weights").getByRole("heading").textContent(), (now) => now === "Fifty queries, five keys");
  assert.equal((await readout(page)).truth, undefined);
  assert.deepEqual(page.problems, []);
});

test("a bad table changes nothing and names its line and column", async () => {
  const page = await open();
  const before = await curve(page);
  await paste(page, "x,y\n1,2\n2,abc\n3,4\n");
  await until(() => read(page), (text) => /Line 3, column 2: “abc” is not a number\. Nothing was changed\./.test(text));
  assert.equal(await title(page), "One query, forty keys");
  assert.equal(await curve(page), before);
});

test("rows that are no samples are counted and said", async () => {
  const page = await open();
  await paste(page, "x\ty\n1\t2\nNA\t3\n2\t\n3\t5\n");
  await until(() => read(page), (text) => /2 rows were skipped/.test(text));
  await until(() => title(page), (now) => now === "One query, two keys");
});

test("“1,234” is shown as it was read, and can be read the other way", async () => {
  const page = await open();
  await paste(page, "x;y\n1,234;2\n2,5;3\n");
  await until(() => read(page), (text) => /“1,234” was read as 1\.234/.test(text));
  await paste(page, 'x,y\n"1,234",2\n"5,678",3\n');
  await until(() => read(page), (text) => /“1,234” was read as 1234/.test(text));
  await figure(page).getByRole("button", {name: "Read it the other way"}).click();
  await until(() => read(page), (text) => /“1,234” was read as 1\.234/.test(text));
  assert.equal(await figure(page).getByLabel("Decimal mark").inputValue(), ",");
});

test("how a table was read can be changed: which columns, and whether the first row is names", async () => {
  const page = await open();
  await paste(page, "a,b,c\n1,2,30\n2,3,50\n");
  const value = figure(page).getByRole("combobox", {name: "Value"});
  await value.selectOption({label: "c"});
  await until(() => read(page), (text) => text.includes("“c” as its value"));
  await paste(page, "1,2\n2,3\n3,5\n");
  await until(() => title(page), (now) => now === "One query, three keys");
  await figure(page).getByRole("combobox", {name: "First row"}).selectOption("names");
  await until(() => title(page), (now) => now === "One query, two keys");
});

test("a file dropped on the figure is fitted; the samples before it come back, with their width", async () => {
  const page = await open();
  await drop(page, "speed;way\n10;1\n200;5\n300;3\n", "way.csv");
  await until(() => title(page), (now) => now === "One query, three keys");
  const said = await figure(page).locator(".status").textContent();
  assert.match(said, /way\.csv: 3 samples/);
  assert.match(said, /Width is now \d+, to suit these samples/);
  await figure(page).getByRole("button", {name: "Back to the previous samples"}).click();
  await until(() => title(page), (now) => now === "One query, forty keys");
  assert.equal((await readout(page))["error to truth"], "0.136");
});

test("a bad file dropped keeps the samples and names its line", async () => {
  const page = await open();
  await drop(page, "x,y\n1,2\n3,four\n5,6\n7,8\n", "bad.csv");
  await until(() => read(page).catch(() => ""), (text) => /bad\.csv: Line 3, column 2: “four” is not a number/.test(text));
  assert.equal(await title(page), "One query, forty keys");
});

test("after a good file a bad one leaves nothing said of the good one", async () => {
  const page = await open();
  await drop(page, "x,y\n1,10\n2,20\n3,15\n", "a.csv");
  await until(() => figure(page).locator(".status").textContent(), (text) => text.includes("a.csv: 3 samples"));
  await drop(page, "1e300,1\n-1e300,2\n1e308,3\n", "b.csv");
  assert.equal((await until(() => read(page).catch(() => ""), Boolean)).trim(),
    "b.csv: All 3 rows have a number beyond ±1e150, the greatest that is taken, so none is left. Nothing was changed.");
  assert.equal((await figure(page).locator(".status").textContent()).trim(), "");
  assert.equal(await title(page), "One query, three keys");
});

test("an empty file, an empty piece of text and a folder are refused in a sentence; an emptied box is not", async () => {
  const page = await open();
  await drop(page, "", "empty.csv");
  const said = () => read(page).then((text) => text.trim(), () => "");
  assert.equal(await until(said, Boolean), "empty.csv: There is nothing in it to read. Nothing was changed.");
  await paste(page, "x");
  await paste(page, "");
  await until(said, (text) => text === "");
  await figure(page).locator("input[type=file]").setInputFiles({name: "none.txt", mimeType: "text/plain", buffer: Buffer.alloc(0)});
  assert.equal(await until(said, Boolean), "none.txt: There is nothing in it to read. Nothing was changed.");
  await figure(page).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    const file = new File([], "folder");
    file.arrayBuffer = () => Promise.reject(new DOMException("no", "NotFoundError"));
    dataTransfer.items.add("", "text/plain");
    const event = new DragEvent("drop", {bubbles: true, cancelable: true});
    Object.defineProperty(event, "dataTransfer", {value: {files: [file], types: ["Files"]}});
    element.dispatchEvent(event);
  });
  assert.equal(await until(said, (text) => text.startsWith("folder")), "folder: This is not a file that can be read. Nothing was changed.");
  assert.equal(await title(page), "One query, forty keys");
  assert.deepEqual(page.problems, []);
});

test("the menus of how a table was read keep key and value together", async () => {
  const page = await open();
  await paste(page, "x,y\n1,10\n2,20\n3,15\n");
  const tops = await Promise.all(["Key", "Value"].map(async (name) =>
    (await figure(page).getByRole("combobox", {name}).boundingBox()).y));
  assert.equal(tops[0], tops[1]);
});

test("a file is opened, in Windows' own writing too", async () => {
  const page = await open();
  await figure(page).getByRole("button", {name: "Your data"}).click();
  await figure(page).locator("input[type=file]").setInputFiles({
    name: "höhe.csv", mimeType: "text/csv", buffer: Buffer.from("H\xf6he;Wert\r\n1,5;2\r\n2,5;4\r\n", "latin1"),
  });
  await until(() => read(page), (text) => text.includes("“Höhe” as the key"));
  await until(() => title(page), (now) => now === "One query, two keys");
});

test("100,000 samples are drawn, and the query still moves", async () => {
  const page = await open({hash: "#samples=sine&n=100000"});
  await figure(page).getByRole("slider", {name: "Query"}).focus();
  const before = await readout(page);
  await page.keyboard.press("ArrowRight");
  await until(() => readout(page), (now) => now.query !== before.query);
  assert.ok(await figure(page).evaluate((element) => element.shadowRoot.querySelectorAll("*").length) < 2000);
});
