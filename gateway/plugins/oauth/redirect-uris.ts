/** Where clients of the authorization server may send visitors: one rule for those of the configuration, registered ones and documents. */

import { isThisMachine, parseUrl } from '../../src/config/addresses/urls.ts'

/** With any port for a public client (RFC 8252, 7.3). */
const LOOPBACK = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/
/** Spaces, controls and other characters without a shape, and what parsers read differently or operators mean as a pattern. */
const FOREIGN = /[\p{C}\p{Z}\s\\*]/u
const WITH_USER = /^[^/?]*\/\/[^/?]*@/
/** A name in reverse (RFC 8252, 7.1), or with an authority, as in `cursor://…`. No `+`: `web+…` is of web pages, `git+ssh` a protocol. */
const PRIVATE_USE = /^(?:[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\/|[a-z][a-z0-9-]+:\/\/[^/?])/i
/** Schemes that browsers and operating systems have, and their families: what handles them is not the client. */
const NOT_OF_PROGRAMS = new RegExp(
  `^(?:${[
    // Content and parts of browsers.
    'about|blob|content|data|devtools|feeds?|file|filesystem|hcp|help|intent|its|jar|javascript|jscript|livescript|local|mhtml|mk',
    'mocha|pcast|res|resource|shell|vbscript|view-source|wyciwyg|.*-extension',
    '(?:android|apple|brave|chrome|edge|firefox|microsoft|moz|ms|mshelp|opera|safari|vivaldi|web|windows|x)(?:[-.].*)?',
    'ddgquicklink|duckduckgo|focus|googlechromes?(?:-.*)?|iexplore|mshtml|operagx|touch-https?|ucbrowser|yandexbrowser',
    // Programs that run or open what an address names.
    'acrobat.*|anydesk|citrix.*|gotoopener|java|jnlps?|receiver|rustdesk|teamviewer.*|vmrc|vmware-view|zoommtg|zoomus',
    // Settings, stores and searches of operating systems.
    'app-prefs|apt|calculator|fido|itms.*|market|otpauth|prefs|search|search-ms|shortcuts|snap|steam|wifi|workflow',
    // Messages, calls, places and payments.
    'aim|bitcoin.*|callto|ethereum|facetime.*|fax|geo|gtalk|im|imessage|jabber|lightning|litecoin|mailto|maps|matrix|message',
    'mms|mmsto|modem|monero|msnim|nostr|openpgp4fpr|payto|sips?|skype|sms|smsto|tel|tg|viber|webcals?|whatsapp|wtai|xmpp|ymsgr',
    // Protocols.
    'acap|afp|amqps?|cifs|coaps?|davs?|dict|dns|finger|ftps?|git|gopher|gs|h323|iax|icap|imaps?|ipps?|irc[s6]?|iris.*|jdbc|jms',
    'ldap[is]?|mmsh|mongodb|mqtts?|mumble|mysql|news|nfs|nntp|pop3?|postgres|postgresql|rdp|rediss?|rlogin|rmi|rsync|rtmps?',
    'rtspu?|rtsps|s3|sftp|shttp|smb|smtp|snews|snmp|soap.*|ssh|stuns?|svn|teamspeak|telnet|tftp|tn3270|turns?|udp|vnc|wais',
    'webdavs?|wss?|xmlrpc.*|z39.*',
    // Names of things.
    'cid|did|doi|dweb|ed2k|info|ipfs|ipns|magnet|mid|oid|tag|urn|uuid'
  ].join('|')}):`
)

/** What is wrong with a redirect URI (RFC 6749, 3.1.2; RFC 8252, 7); null: nothing. `isPublic`: of a client without a credential. */
export function findRedirectFault(uri: string, isPublic: boolean): string | null {
  const url = parseUrl(uri)
  if (url === null) return 'is not a URL'
  if (FOREIGN.test(uri) || url.hostname.includes('*'))
    return 'has a space, a control character, a backslash or an asterisk, but addresses are compared exactly'
  if (uri.includes('#')) return 'has a fragment, which is not sent back'
  if (WITH_USER.test(uri)) return 'has a user name or a password'
  const { protocol, hostname } = url
  if (protocol === 'https:' || protocol === 'http:') {
    if (!/^https?:\/\/[^/]/i.test(uri)) return 'is not a URL with a host'
    if (protocol === 'http:' && !LOOPBACK.test(hostname))
      return 'uses http for a host that is not loopback: the code could be read in transit'
    return protocol === 'https:' && isPublic && isThisMachine(hostname)
      ? 'uses https for the device itself, where a program has no certificate: use http'
      : null
  }
  if (!isPublic) return 'is neither https nor http'
  return PRIVATE_USE.test(uri) && !NOT_OF_PROGRAMS.test(protocol)
    ? null
    : 'has a scheme that is not of a program: `name://host/path`, or a name with dots such as `com.example.app:/path`'
}

/** Whether it leads to a program on the device of the visitor, which any other program there can pretend to be. */
export function isOfDevice(redirectUri: unknown): boolean {
  const url = parseUrl(String(redirectUri))
  return url?.protocol !== 'https:' || isThisMachine(url.hostname)
}
