import t from 'tap'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { USER_FILE } from '../../../test/fixtures/provider/credential-config.ts'
import { findRedirectFault, isOfDevice } from '../redirect-uris.ts'
import type { OauthConfig } from '../settings.ts'
import { listAuthorizationServerWarnings } from '../settings-checks.ts'

/** Those of any client. */
const OF_ALL = [
  'https://dashboard.example.com/callback',
  'https://dashboard.example.com',
  'https://dashboard.example.com:8443/callback?from=gatehouse&x=%20',
  'https://claude.ai/api/mcp/auth_callback',
  'https://vscode.dev/redirect',
  'https://bücher.example/callback',
  'https://localhost.example.com/callback',
  'http://127.0.0.1/callback',
  'http://127.0.0.1:33418/',
  'http://[::1]:8787/callback',
  'http://localhost',
  'http://localhost:3118/callback'
]
/** Those of public clients alone. */
const OF_PROGRAMS = [
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'cursor://anysphere.cursor-retrieval/oauth/user-agent/callback',
  'vscode://vscode.github-authentication/did-authenticate',
  'vscode-insiders://vscode.github-authentication/did-authenticate',
  'zed://oauth/callback',
  'windsurf://codeium.windsurf/oauth/callback',
  'claude://callback',
  'com.example.app:/cb',
  'com.example.app://cb',
  'com.googleusercontent.apps.123-abc:/oauth2redirect',
  'msauth.com.example.app://auth',
  'webex://oauth',
  'focuster://oauth/callback',
  'javascripter://oauth/callback',
  'firefoxy://oauth/callback'
]
/** Those of no client, each beside one that is accepted. */
const OF_NONE = [
  'http://dashboard.example.com/callback',
  'http://evil.example/cb',
  'http://10.0.0.1/callback',
  'http://0.0.0.0/callback',
  'http://localhost.example.com/callback',
  'http://127.0.0.1.evil.example/callback',
  'http://localhost./callback',
  'http://app.localhost/callback',
  'http://[::ffff:127.0.0.1]/callback',
  'https://user@dashboard.example.com/callback',
  'https://user:secret@dashboard.example.com/callback',
  'https://@dashboard.example.com/callback',
  'https://:@dashboard.example.com/callback',
  'http://localhost@evil.example/callback',
  'http://x@localhost/callback',
  'cursor://user@anysphere.cursor-mcp/oauth/callback',
  'https://dashboard.example.com/callback#',
  'https://dashboard.example.com/callback#x',
  'cursor://anysphere.cursor-mcp/oauth/callback#x',
  'https://dashboard.example.com/call back',
  ' https://dashboard.example.com/callback',
  'https://dashboard.example.com/callback\n',
  'https://dashboard.example.com/\tcallback',
  'https://dashboard.example.com/call\u0000back',
  'https://dashboard.example.com/call\u00a0back',
  'https://dashboard.example.com/call\u202eback',
  'https://dashboard.example.com\\@evil.example/callback',
  'cursor://anysphere.cursor-mcp/oauth/call\rback',
  'https://*.example.com/callback',
  'https://%2a.example.com/callback',
  'https://dashboard.example.com/*',
  'http://127.0.0.1:*/callback',
  'cursor://*/callback',
  'https:dashboard.example.com/callback',
  'https:/dashboard.example.com/callback',
  'https:///dashboard.example.com/callback',
  '//dashboard.example.com/callback',
  '/callback',
  'dashboard.example.com/callback',
  'dashboard.example.com:8443/callback',
  'localhost:3000/callback',
  '',
  'c:/callback',
  'c://host/callback',
  'cursor:',
  'cursor://',
  'cursor:callback',
  'myapp:/callback',
  'com.example.app:callback',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'javascript://host/%0aalert(1)',
  'vbscript://host/x',
  'data:text/html,x',
  'data://text/html,x',
  'file:///etc/passwd',
  'file://host/share',
  'blob:https://dashboard.example.com/1',
  'about:blank',
  'filesystem:https://dashboard.example.com/x',
  'view-source:https://dashboard.example.com/',
  'ftp://dashboard.example.com/callback',
  'ftps://dashboard.example.com/callback',
  'sftp://dashboard.example.com/callback',
  'ws://127.0.0.1/callback',
  'wss://dashboard.example.com/callback',
  'mailto:ada@example.com',
  'mailto://ada.example.com/x',
  'tel:123',
  'tel://123/x',
  'sms:123',
  'sms://123',
  'ms-msdt:/id',
  'ms-msdt://id/x',
  'ms-word:ofe|u|https://evil.example/x',
  'ms-settings://x/y',
  'search-ms:query=x',
  'search-ms://query/x',
  'intent://scan/#Intent;scheme=zxing;end',
  'intent://scan/x',
  'android-app://com.example/x',
  'itms-services://?action=download-manifest',
  'x-apple.systempreferences://x/y',
  'microsoft.windows.camera:/x',
  'microsoft-edge://host/x',
  'microsoft-edge-https://host/x',
  'googlechrome://host/x',
  'googlechromes://host/x',
  'googlechrome-x-callback://x-callback-url/open',
  'firefox://open-url/x',
  'firefox-focus://open-url/x',
  'focus://open-url/x',
  'brave://open-url/x',
  'vivaldi://host/x',
  'ddgquicklink://host/x',
  'touch-http://host/x',
  'touch-https://host/x',
  'iexplore://host/x',
  'mshtml://host/x',
  'java://host/x',
  'jnlp://host/x',
  'jnlps://host/x',
  'acrobat://host/x',
  'acrobat2018://host/x',
  'citrixreceiver://host/x',
  'teamviewer10://control/x',
  'teamviewerapi://control/x',
  'chrome://settings/x',
  'chrome-extension://abc/callback',
  'moz-extension://abc/callback',
  'web+mastodon://share/x',
  'ext+foo://share/x',
  'git+ssh://host/x',
  'http+unix://host/x',
  'ssh://host/x',
  'ldap://host/x',
  'smb://host/x',
  'webcal://host/x',
  'tg://resolve/x',
  'iris.beep://host/x',
  'soap.beep://host/x',
  'z39.50r://host/x',
  'resource://host/x',
  'zoommtg://host/x',
  'steam://host/x',
  'bitcoin://host/x',
  'whatsapp://host/x',
  'mqtt://host/x',
  'rtspu://host/x',
  'did://host/x',
  'magnet://host/x',
  'urn://host/x',
  'urn:ietf:wg:oauth:2.0:oob'
]

t.test('redirect URI: https and http on loopback are for all clients, programs for public ones', (t) => {
  for (const uri of OF_ALL)
    for (const isPublic of [true, false])
      t.equal(findRedirectFault(uri, isPublic), null, `${uri} ${isPublic}`)
  for (const uri of OF_PROGRAMS) {
    t.equal(findRedirectFault(uri, true), null, uri)
    t.equal(findRedirectFault(uri, false), 'is neither https nor http', uri)
  }
  t.end()
})

t.test('redirect URI: what is no address of a client is refused, whoever the client is', (t) => {
  for (const uri of OF_NONE)
    for (const isPublic of [true, false])
      t.type(findRedirectFault(uri, isPublic), 'string', `${JSON.stringify(uri)} ${isPublic}`)
  t.end()
})

t.test('redirect URI: https on the device is for clients with a credential alone (RFC 8252, 7.2)', (t) => {
  for (const uri of [
    'https://localhost:3000/callback',
    'https://localhost./callback',
    'https://app.localhost./callback',
    'https://127.0.0.1/callback',
    'https://[::1]/'
  ]) {
    t.match(findRedirectFault(uri, true), /use http/, uri)
    t.equal(findRedirectFault(uri, false), null, `twin: ${uri}`)
  }
  t.end()
})

t.test('redirect URI: what is not https at another host is of the device', (t) => {
  for (const uri of [...OF_PROGRAMS, 'http://127.0.0.1/cb', 'https://localhost/cb', undefined])
    t.equal(isOfDevice(uri), true, String(uri))
  for (const uri of ['https://dashboard.example.com/callback', 'https://localhost.example.com/'])
    t.equal(isOfDevice(uri), false, uri)
  t.end()
})

t.test('redirect URI: the scheme of a program is a warning, and a problem with a secret', async (t) => {
  const loaded = (redirectUris: string[], more: object = {}) =>
    testConfig({
      'authorizationServer.enabled': true,
      'identityPlatform.credentials': JSON.stringify(USER_FILE),
      'store.url': 'redis://127.0.0.1',
      'authorizationServer.clients': [{ id: 'cursor', redirectUris, ...more }]
    })
  const warningsOf = (...uris: string[]) =>
    listAuthorizationServerWarnings(loaded(uris) as OauthConfig).filter((one) => /clients\[0/.test(one))
  const mixed = [
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'http://localhost:8787/callback'
  ]
  t.match(warningsOf(...mixed), [
    /^authorizationServer\.clients\[0\]\.redirectUris: .* cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback and/
  ])
  t.same(warningsOf(...mixed.slice(1)), [], 'twin')
  t.throws(() => loaded(mixed, { secret: 'x'.repeat(32) }), /clients\[0\]\.redirectUris\[0\].*neither https/)
  t.ok(loaded(mixed.slice(1), { secret: 'x'.repeat(32) }), 'twin')
  t.throws(() => loaded([...mixed, 'ms-msdt:/id']), /clients\[0\]\.redirectUris\[3\].*not of a program/)
})
