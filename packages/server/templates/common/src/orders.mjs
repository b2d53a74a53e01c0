export const ORDERS = [
  { id: "42", item: "Armchair", country: "France" },
  { id: "77", item: "Lamp", country: "Peru" },
];
