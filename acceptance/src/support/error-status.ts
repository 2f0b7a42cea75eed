/** HTTP status of each error id (D8, D9); the first is the rule, the others are the exceptions D8 and D28 name. */
const statuses: Readonly<Record<number, readonly [number, ...number[]]>> = {
  1000: [500],
  1001: [401],
  1002: [401],
  1003: [429],
  1004: [404],
  1005: [413],
  1006: [415],
  1007: [400],
  1008: [412],
  1009: [409],
  1010: [503],
  1011: [400],
  1012: [408],
  1013: [417],
  1014: [431],
  1015: [403],
  1016: [401],
  1017: [405],
  1200: [400, 404],
  1201: [404],
  1202: [404],
  1203: [403],
  1204: [403],
  1205: [403],
  1206: [403],
  1207: [403],
  1209: [403, 409],
  1210: [403],
  1221: [404],
  1222: [500],
  1223: [409],
  1224: [500],
  1227: [500],
  1230: [400],
  1231: [400],
  1232: [400],
  1239: [404],
  1704: [404],
  1709: [502, 400],
  1712: [423],
  1715: [409],
  1720: [507],
  1721: [413],
  1722: [423],
};

/** The statuses an error id may come with, the usual one first. */
export function statusesOf(id: number): readonly [number, ...number[]] {
  const found = statuses[id];
  if (!found) throw new Error(`D8 and D9 name no error ${id}`);
  return found;
}
