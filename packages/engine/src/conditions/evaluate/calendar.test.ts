import assert from "node:assert/strict";
import { test } from "node:test";
import { CALENDAR, isTimeZone, wallClockIn } from "./calendar.ts";

const clockIn = (zone: string, time: string): string =>
  wallClockIn(zone, new Date(time)).toISOString().slice(0, 23);

test("a zone's wall clock follows its summer time to the second", () => {
  assert.equal(clockIn("Europe/Berlin", "2026-03-29T00:59:59Z"), "2026-03-29T01:59:59.000");
  assert.equal(clockIn("Europe/Berlin", "2026-03-29T01:00:00Z"), "2026-03-29T03:00:00.000");
  assert.equal(clockIn("Europe/Berlin", "2026-10-25T00:59:59Z"), "2026-10-25T02:59:59.000");
  assert.equal(clockIn("Europe/Berlin", "2026-10-25T01:00:00Z"), "2026-10-25T02:00:00.000");
  assert.equal(clockIn("Australia/Lord_Howe", "2026-04-04T15:00:00.25Z"), "2026-04-05T01:30:00.250");
});

test("midnight is hour 0, and the day is that of the zone", () => {
  assert.equal(clockIn("America/New_York", "2026-01-01T05:00:00Z"), "2026-01-01T00:00:00.000");
  assert.equal(clockIn("Asia/Tokyo", "2025-12-31T15:00:00Z"), "2026-01-01T00:00:00.000");
  assert.equal(clockIn("-05:30", "2026-01-01T05:00:00Z"), "2025-12-31T23:30:00.000");
});

test("times before 1973 have the offsets of their days", () => {
  assert.equal(clockIn("Africa/Monrovia", "1960-01-01T00:00:00Z"), "1959-12-31T23:15:30.000");
  assert.equal(clockIn("Europe/Berlin", "0001-01-01T00:00:00Z"), "0001-01-01T00:53:28.000");
});

test("days of the year count from 0, through leap years", () => {
  assert.equal(CALENDAR.getDayOfYear(new Date("2026-01-01T23:59:59.999Z")), 0);
  assert.equal(CALENDAR.getDayOfYear(new Date("2024-12-31T00:00:00Z")), 365);
  assert.equal(CALENDAR.getDayOfYear(new Date("2026-12-31T00:00:00Z")), 364);
});

test("zones are names of the time zone database or distances to UTC", () => {
  for (const zone of ["UTC", "Europe/Berlin", "+02:00", "-11:30", "02:00"]) assert.ok(isTimeZone(zone), zone);
  for (const zone of ["", "Mars", "Europe/Nowhere", "+25:00", "+2:00", "2"])
    assert.ok(!isTimeZone(zone), zone);
});
