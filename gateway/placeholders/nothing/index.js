// In the place of packages that others load, or only need to be there, for what is never used here:
//
// - of tap: coverage (c8), installing plugins (pacote), building itself for other plugins (tshy), TypeScript (the fork of
//   ts-node), differences between React elements (react-element-to-jsx-string)
// - of autocannon: uploads (form-data)
// - of prom-client: summaries (tdigest)
// - of gRPC: services that describe themselves (@grpc/proto-loader)
// - of Google's library: streams of the web, which Node.js has (web-streams-polyfill)

/** Imported from c8 by name, so it has to be there. */
exports.Report = class {}
