import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "./to-csv.ts";

const cellsOf = (...cells: string[]) => toCsv(["a"], [cells]).slice("\uFEFFa\r\n".length, -"\r\n".length);

test("a file begins with a byte order mark, and its lines end as RFC 4180 wants", () => {
  assert.equal(
    toCsv(
      ["id", "name"],
      [
        ["1", "Ada"],
        ["2", "王小明"],
      ],
    ),
    "\uFEFFid,name\r\n1,Ada\r\n2,王小明\r\n",
  );
  assert.equal(toCsv(["id"], []), "\uFEFFid\r\n");
});

test("quotes, commas, line breaks and outer spaces are quoted", () => {
  assert.equal(
    cellsOf('Ada "the" first', "a,b", "one\ntwo", " padded "),
    '"Ada ""the"" first","a,b","one\ntwo"," padded "',
  );
  assert.equal(cellsOf("plain text", ""), "plain text,");
});

test("a cell that a spreadsheet would run is a text", () => {
  for (const start of ["=", "+", "-", "@"]) assert.equal(cellsOf(`${start}1+1`), `'${start}1+1`);
  assert.equal(cellsOf('=HYPERLINK("https://evil.test","x")'), `"'=HYPERLINK(""https://evil.test"",""x"")"`);
  assert.equal(cellsOf("\t=1"), `"'\t'=1"`);
  assert.equal(cellsOf("\r=1"), `"'\r'=1"`);
  assert.equal(cellsOf("a=1"), "a=1");
  // Where the decimal separator is a comma, spreadsheets split at semicolons, and quotes do not stop them.
  assert.equal(cellsOf("a;=1+1;b"), "a;'=1+1;b");
  assert.equal(cellsOf("a;\t@x"), `"a;\t'@x"`);
  assert.equal(cellsOf("a\n-x"), `"a\n'-x"`);
});
