/** The value of a key, created and kept if there is none. `Map.getOrInsertComputed`, which Node 24 lacks. */
export function getOrInsert<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined || map.has(key)) return known as V;
  const created = create();
  map.set(key, created);
  return created;
}
