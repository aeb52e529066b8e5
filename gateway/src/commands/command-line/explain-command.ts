import type { CommandSpec } from './command.ts'
import { CONFIG_OPTION, JSON_OPTION } from './options.ts'

/** `gatehouse explain`. */
export const EXPLAIN: CommandSpec = {
  name: 'explain',
  words: '[method] [path]',
  summary: 'say what the gateway would do with a request, and why',
  details: `Decides with the gateway's own functions, for somebody who has just signed in, and calls nobody but with --user.
<path> may begin with a host: wiki.example.com/x. Who asks is nobody (--anonymous, the default), somebody with claims, or an
account. Claims that are left out are those of a session that meets the rules for sign-ins.

A line of a list is: METHOD PATH WHO EXPECTED. WHO is anonymous, signed-in or claims as JSON; EXPECTED is an outcome (allow,
login, unauthenticated, forbidden, failed, own), a code or a status. With --against the last word may be missing. Blank lines
and lines that begin with # are passed over; - is standard input.`,
  options: [
    CONFIG_OPTION,
    { name: 'host', value: 'HOST', about: 'Host header (default: that of publicUrl)' },
    { name: 'anonymous', about: 'nobody is signed in' },
    { name: 'claims', value: 'JSON', about: 'claims of the id token, an object' },
    {
      name: 'bearer',
      value: 'JSON',
      about: 'claims of a bearer token, an object; iss and aud are those of the first issuer when left out'
    },
    { name: 'user', value: 'UID', about: 'look an account up at the provider, with the credentials' },
    { name: 'tenant', value: 'ID', about: 'tenant of --user (default: identityPlatform.tenantId)' },
    { name: 'no-tenant', about: "look --user up among the project's own accounts" },
    { name: 'header', value: 'NAME:VALUE', about: 'a header of the request', isRepeatable: true },
    { name: 'client', value: 'ADDRESS', about: 'address of the visitor (default: 127.0.0.1)' },
    {
      name: 'by',
      choices: ['proxy', 'forward-auth'],
      about: 'who passes the request on, where the configuration has both'
    },
    { name: 'dead', about: 'list the rules that can never match, and conditions that can never hold' },
    { name: 'check', value: 'FILE', about: 'compare a list of requests with what is expected of each' },
    {
      name: 'against',
      value: 'FILE',
      about: 'list the requests that another configuration decides otherwise'
    },
    { name: 'requests', value: 'FILE', about: 'the list for --against (default: standard input)' },
    JSON_OPTION
  ],
  examples: [
    'explain GET /admin --anonymous --config gatehouse.yaml',
    `explain GET /admin --claims '{"role":"editor"}' --header accept:text/html`,
    'explain --check access.txt --config gatehouse.yaml',
    'explain --against new.yaml --requests access.txt --config gatehouse.yaml',
    'explain --dead --config gatehouse.yaml'
  ],
  exitCodes: {
    0: 'explained; all as expected; no difference; no dead rule',
    1: 'a line differs, a rule is dead, or the provider could not be reached or refused',
    2: 'wrong usage, configuration or list',
    3: 'no such user',
    130: 'interrupted'
  },
  load: async () => (await import('../explain/explain.ts')).explain
}
