import t from 'tap'
import { findRedirectFault, isOfDevice } from '../../redirect-uris.ts'

const urisIn = (text: string) => text.trim().split(/\s+/)

/** Those of any client. */
const OF_ALL = urisIn(`
  https://dashboard.example.com/callback https://dashboard.example.com https://claude.ai/api/mcp/auth_callback
  https://dashboard.example.com:8443/callback?from=gatehouse&x=%20 https://vscode.dev/redirect
  https://bücher.example/callback https://localhost.example.com/callback http://127.0.0.1/callback
  http://127.0.0.1:33418/ http://[::1]:8787/callback http://localhost http://localhost:3118/callback
`)
/** Those of public clients alone. */
const OF_PROGRAMS = urisIn(`
  cursor://anysphere.cursor-mcp/oauth/callback cursor://anysphere.cursor-retrieval/oauth/user-agent/callback
  vscode://vscode.github-authentication/did-authenticate zed://oauth/callback webex://oauth claude://callback
  vscode-insiders://vscode.github-authentication/did-authenticate windsurf://codeium.windsurf/oauth/callback
  com.example.app:/cb com.example.app://cb com.googleusercontent.apps.123-abc:/oauth2redirect
  msauth.com.example.app://auth focuster://oauth/callback javascripter://oauth/callback firefoxy://oauth/callback
`)
/** Those of no client, each beside one that is accepted. */
const OF_NONE = [
  ...urisIn(`
    http://dashboard.example.com/callback http://evil.example/cb http://10.0.0.1/callback http://0.0.0.0/callback
    http://localhost.example.com/callback http://127.0.0.1.evil.example/callback http://localhost./callback
    http://app.localhost/callback http://[::ffff:127.0.0.1]/callback https://user@dashboard.example.com/callback
    https://user:secret@dashboard.example.com/callback https://@dashboard.example.com/callback
    https://:@dashboard.example.com/callback http://localhost@evil.example/callback http://x@localhost/callback
    cursor://user@anysphere.cursor-mcp/oauth/callback https://dashboard.example.com/callback#
    https://dashboard.example.com/callback#x cursor://anysphere.cursor-mcp/oauth/callback#x
    https://dashboard.example.com\\@evil.example/callback https://*.example.com/callback
    https://%2a.example.com/callback https://dashboard.example.com/* http://127.0.0.1:*/callback cursor://*/callback
    https:dashboard.example.com/callback https:/dashboard.example.com/callback
    https:///dashboard.example.com/callback //dashboard.example.com/callback /callback
    dashboard.example.com/callback dashboard.example.com:8443/callback localhost:3000/callback
    c:/callback c://host/callback cursor: cursor:// cursor:callback myapp:/callback com.example.app:callback
    javascript:alert(1) JavaScript:alert(1) javascript://host/%0aalert(1) vbscript://host/x data:text/html,x
    data://text/html,x file:///etc/passwd file://host/share blob:https://dashboard.example.com/1 about:blank
    filesystem:https://dashboard.example.com/x view-source:https://dashboard.example.com/
    ftp://dashboard.example.com/callback ftps://dashboard.example.com/callback sftp://dashboard.example.com/callback
    ws://127.0.0.1/callback wss://dashboard.example.com/callback mailto:ada@example.com mailto://ada.example.com/x
    tel:123 tel://123/x sms:123 sms://123 ms-msdt:/id ms-msdt://id/x ms-word:ofe|u|https://evil.example/x
    ms-settings://x/y search-ms:query=x search-ms://query/x intent://scan/#Intent;scheme=zxing;end intent://scan/x
    android-app://com.example/x itms-services://?action=download-manifest x-apple.systempreferences://x/y
    microsoft.windows.camera:/x microsoft-edge://host/x microsoft-edge-https://host/x googlechrome://host/x
    googlechromes://host/x googlechrome-x-callback://x-callback-url/open firefox://open-url/x
    firefox-focus://open-url/x focus://open-url/x brave://open-url/x vivaldi://host/x ddgquicklink://host/x
    touch-http://host/x touch-https://host/x iexplore://host/x mshtml://host/x java://host/x jnlp://host/x
    jnlps://host/x acrobat://host/x acrobat2018://host/x citrixreceiver://host/x teamviewer10://control/x
    teamviewerapi://control/x chrome://settings/x chrome-extension://abc/callback moz-extension://abc/callback
    web+mastodon://share/x ext+foo://share/x git+ssh://host/x http+unix://host/x ssh://host/x ldap://host/x
    smb://host/x webcal://host/x tg://resolve/x iris.beep://host/x soap.beep://host/x z39.50r://host/x
    resource://host/x zoommtg://host/x steam://host/x bitcoin://host/x whatsapp://host/x mqtt://host/x
    rtspu://host/x did://host/x magnet://host/x urn://host/x urn:ietf:wg:oauth:2.0:oob
  `),
  ...['', 'https://dashboard.example.com/call back', ' https://dashboard.example.com/callback'],
  ...['\n', '\t', '\u0000', '\u00a0', '\u202e'].map((one) => `https://dashboard.example.com/call${one}back`),
  ...['https://dashboard.example.com/callback\n', 'cursor://anysphere.cursor-mcp/oauth/call\rback']
]
/** Of the device, where a program has no certificate (RFC 8252, 7.2). */
const OF_DEVICE = urisIn(`
  https://localhost:3000/callback https://localhost./callback https://app.localhost./callback
  https://127.0.0.1/callback https://[::1]/
`)

for (const [kind, uris, isOfPublic, isOfConfidential] of [
  ['https, and http on loopback', OF_ALL, true, true],
  ['the scheme of a program', OF_PROGRAMS, true, false],
  ['https on the device (RFC 8252, 7.2)', OF_DEVICE, false, true],
  ['what is no address of a client', OF_NONE, false, false]
] as const)
  t.test(`redirect URI: ${kind}, public ${isOfPublic}, confidential ${isOfConfidential}`, async (t) => {
    const acceptedBy = (isPublic: boolean) => uris.filter((uri) => findRedirectFault(uri, isPublic) === null)
    t.same(acceptedBy(true), isOfPublic ? uris : [])
    t.same(acceptedBy(false), isOfConfidential ? uris : [])
  })

t.test('redirect URI: the fault says what to use', async (t) => {
  for (const uri of OF_DEVICE) t.match(findRedirectFault(uri, true), /use http/, uri)
  for (const uri of OF_PROGRAMS) t.equal(findRedirectFault(uri, false), 'is neither https nor http', uri)
})

t.test('redirect URI: what is not https at another host is of the device', async (t) => {
  const others = ['https://dashboard.example.com/callback', 'https://localhost.example.com/']
  const all = [...OF_PROGRAMS, 'http://127.0.0.1/cb', 'https://localhost/cb', undefined, ...others]
  const elsewhere = all.filter((uri) => !isOfDevice(uri))
  t.same(elsewhere, others)
})
