/**
 * `2027-01-31T09:30`, the format of the browser's field: local time without a zone. The year has four digits, because
 * the field has the year 0002 while the user types 2027, and the browser empties a field with the year 2.
 */
export function localMinute(moment: Date): string {
  const digits = (value: number, count: number) => String(value).padStart(count, "0");
  const day = [
    digits(moment.getFullYear(), 4),
    digits(moment.getMonth() + 1, 2),
    digits(moment.getDate(), 2),
  ].join("-");
  return `${day}T${digits(moment.getHours(), 2)}:${digits(moment.getMinutes(), 2)}`;
}
