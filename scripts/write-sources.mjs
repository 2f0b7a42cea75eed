// Writes the sources that git does not keep, because they follow from others: the types and functions of the SDK from the
// contract, the messages of the console from its catalogues, the types of the acceptance tests from docs/openapi.json.
// `npm run build` runs it.
await import('../packages/client/scripts/write-operations.mjs');
await import('../packages/console/scripts/write-messages.mjs');
await import('../acceptance/src/support/write-wire.mjs');
