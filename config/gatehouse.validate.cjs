// Made from gatehouse.schema.json by `npm run config:generate`. Do not edit.
"use strict";
module.exports = validate10;
module.exports.default = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["publicUrl","upstream","identityPlatform"],"properties":{"publicUrl":{"type":"string","description":"Origin that visitors use, without a path, such as `https://app.example.com`.","pattern":"^https?://[^/@?#\\s]+/?$"},"listen":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind; `localhost` binds both 127.0.0.1 and ::1.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8080,"minimum":0,"maximum":65535},"unix":{"type":["string","null"],"default":null,"description":"Path of a Unix socket to listen on instead of `host` and `port`, such as `/run/gatehouse/gatehouse.sock`. It has mode 0660 and is removed when the gateway stops; one that a killed process left behind is replaced. Clients have no address there: see `trustedProxies`.","pattern":"^/[^\\u0000-\\u001f\\u007f]+$"},"fd":{"type":["integer","null"],"default":null,"minimum":3,"maximum":1023,"description":"Number of a file descriptor to listen on instead of `host` and `port`: a bound socket that the parent process hands over. Not needed with a systemd socket unit, whose socket is found by itself."},"tls":{"type":["object","null"],"required":["certFile","keyFile"],"properties":{"certFile":{"type":"string","description":"File with the certificate in PEM, followed by those of its issuers.","minLength":1},"keyFile":{"type":"string","description":"File with the private key of the certificate in PEM, not encrypted.","minLength":1}},"description":"TLS 1.2 and 1.3 for visitors. null: plain HTTP, TLS ends in front of the gateway. The files are read again when they change. HTTP/2 is not offered.","default":null,"additionalProperties":false}},"description":"Where visitors (or the load balancer) reach the gateway.","default":{},"additionalProperties":false},"management":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":9464,"minimum":0,"maximum":65535},"tokenFile":{"type":["string","null"],"default":null,"description":"File with a token of at least 32 characters, such as `openssl rand -hex 32` writes. Everything on this listener but `/livez` and `/readyz` then needs `Authorization: Bearer <token>`. null: nothing does."}},"description":"Listener for `/livez`, `/readyz` and `/metrics`; keep it away from visitors.","default":{},"additionalProperties":false},"metrics":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"false: nothing is counted, and there is no such path.","default":true},"durationBuckets":{"type":"array","items":{"type":"number","exclusiveMinimum":0,"maximum":3600},"description":"Upper bounds of the durations of requests and of the application’s answers, in seconds, ascending. Each is one time series more for each route.","default":[0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30],"minItems":1,"maxItems":24}},"description":"Metrics at `/metrics` of the management listener, in the text format of Prometheus.","default":{},"additionalProperties":false},"trustedProxies":{"type":"array","items":{"type":"string","minLength":1},"description":"CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are believed. `unix:` stands for whoever connects to a Unix socket. Empty: nobody.","default":[]},"upstream":{"type":["object","null"],"required":["url"],"properties":{"url":{"type":"string","description":"Origin of the application, without a path, such as `http://127.0.0.1:3000`; or the Unix socket on which it speaks HTTP, such as `unix:/run/app/app.sock`.","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"unixSocket":{"type":["string","null"],"default":null,"description":"Path of the Unix socket on which the application answers, in place of the host and port of `url`, which then gives scheme, `Host` and the name in its certificate.","pattern":"^/[^\\u0000-\\u001f\\u007f]+$"},"caFile":{"type":["string","null"],"default":null,"description":"File with certificates in PEM that vouch for the application: those of a private CA, or its own. They alone count then, beside them neither the public CAs nor `NODE_EXTRA_CA_CERTS`. Read again when it changes, as `certFile` and `keyFile` are. This and the next five keys need an https `url`.","minLength":1},"certFile":{"type":["string","null"],"default":null,"description":"File with the certificate in PEM that the gateway shows to the application (mutual TLS), followed by those of its issuers. Together with `keyFile`.","minLength":1},"keyFile":{"type":["string","null"],"default":null,"description":"File with the private key of `certFile` in PEM, not encrypted.","minLength":1},"serverName":{"type":["string","null"],"default":null,"description":"Name that the certificate of the application has to have, and that TLS asks for (SNI). null: the host of `url`.","pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"minTlsVersion":{"enum":["1.2","1.3"],"default":"1.2","description":"Oldest version of TLS that is spoken with the application."},"insecure":{"type":"boolean","description":"Takes every certificate of the application, so that whoever stands between can read and change all requests and answers. Warned of at every start, and counted by `gatehouse_upstream_insecure`.","default":false},"hostHeader":{"enum":["public","upstream"],"default":"public","description":"`Host` that the application sees: that of `publicUrl`, or that of `upstream.url` (`localhost` for a Unix socket)."},"passHeaders":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"},"default":[],"description":"Lower-case names of client headers that reach the application although the gateway drops them, such as `x-http-method-override`. Every client can then set them."},"sharedCaching":{"type":"boolean","description":"Answers to requests that needed a session keep the `Cache-Control` of the application. Otherwise shared caches may not store them: `public` and `s-maxage` are taken out, `private` is added.","default":false},"connectTimeoutMs":{"type":"integer","description":"Longest wait for a connection, in milliseconds.","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"type":"integer","description":"Longest wait for the head of an answer, in milliseconds; 0 waits for ever.","default":60000,"minimum":0,"maximum":3600000},"idleTimeoutMs":{"type":"integer","description":"Longest silence inside an answer, in milliseconds; 0 allows any, as event streams need.","default":0,"minimum":0,"maximum":86400000},"uploadIdleTimeoutMs":{"type":"integer","description":"Longest silence inside a request body, in milliseconds; 0 allows any.","default":60000,"minimum":0,"maximum":3600000},"maxBodyBytes":{"type":"integer","description":"Largest request body, in bytes; 0 allows any. A larger one is refused with 413 before the application sees a byte too many, also when it comes in chunks.","default":0,"minimum":0,"maximum":1125899906842624},"maxConnections":{"type":"integer","description":"Most connections to the application in use at a time, those of WebSockets and event streams too; 0 allows any number. More requests wait for one, for `connectTimeoutMs`, and then get 503 `UPSTREAM_BUSY`. Holds for each process, and for each configuration that still has open requests.","default":0,"minimum":0,"maximum":1000000}},"description":"The application behind the gateway. null: there is none, requests come as questions of other proxies (`forwardAuth`).","default":{},"additionalProperties":false},"forwardAuth":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"Answer questions at `paths.verify`.","default":false},"listen":{"type":["object","null"],"required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8081,"minimum":0,"maximum":65535}},"description":"Listener for questions alone. They are then not answered where visitors come in, which is recommended: an answer holds the identity of whoever asks. null: at `listen`.","default":null,"additionalProperties":false},"grpc":{"type":["object","null"],"required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8081,"minimum":0,"maximum":65535}},"description":"Listener for the gRPC protocol of Envoy (`envoy.service.auth.v3.Authorization`), without TLS: for Envoy, Istio and the like on the same machine or network. null: none.","default":null,"additionalProperties":false},"trustedProxies":{"type":["array","null"],"items":{"type":"string","minLength":1},"default":null,"description":"CIDRs of the proxies that may ask; everybody else gets 403, whatever the request says. null: those of the top-level `trustedProxies`."},"origins":{"type":"array","items":{"type":"string","minLength":1},"description":"Origins of the applications behind those proxies, such as `https://wiki.example.com`; that of `publicUrl` belongs to them by itself. Questions about others are refused, and visitors are sent nowhere else after sign-in. Hosts other than that of `publicUrl` need `cookie.domain`.","default":[]}},"description":"Verdicts for a proxy that stands in front of applications and asks about every request (`auth_request`, `forward_auth`, `forwardAuth`, `ext_authz`). See `deploy/forward-auth/`.","default":{},"additionalProperties":false},"identityPlatform":{"type":"object","required":["projectId"],"properties":{"projectId":{"type":"string","description":"Project id (not the number).","pattern":"^[a-z0-9][a-z0-9:.-]*$","maxLength":64},"apiKey":{"type":"string","description":"Web API key of the project.","default":""},"apiKeyFile":{"type":["string","null"],"default":null,"description":"File that holds the web API key, instead of `apiKey`."},"tenantId":{"type":["string","null"],"default":null,"description":"Tenant that every account must belong to; null: the project itself, and tokens of tenants are refused.","minLength":1},"tenants":{"type":"object","patternProperties":{"^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host (`acme.example.com`) or path (`/acme/*`) -> tenant whose accounts may pass there. What nothing matches belongs to `tenantId`, and to the tenants of `login.tenants`."},"credentials":{"type":"string","description":"Google credentials: the JSON text of a service account key, or of any other file that `credentialsFile` takes.","default":""},"credentialsFile":{"type":["string","null"],"default":null,"description":"File with the same, instead of `credentials`; null: application default credentials, which are the file named by `GOOGLE_APPLICATION_CREDENTIALS`, else the one that gcloud keeps, else the metadata server on a machine of Google, else none."},"serviceAccountEmail":{"type":["string","null"],"default":null,"description":"Service account that signs custom tokens when the credentials hold no key; null: the one that they impersonate, or that of the machine.","pattern":"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},"authDomain":{"type":["string","null"],"default":null,"description":"Domain that serves the federated sign-in helper."},"allowAnonymous":{"type":"boolean","description":"Accept anonymous accounts. Anybody who holds the public API key can make one.","default":false},"emulatorHost":{"type":["string","null"],"default":null,"description":"`host:port` of the official auth emulator. Its tokens are UNSIGNED: anybody can sign in as anybody."},"emulatorAnywhere":{"type":"boolean","description":"Allow `emulatorHost` with a `publicUrl` or `listen.host` that is not loopback, or a project id that does not begin with `demo-`.","default":false},"endpoints":{"type":"object","required":[],"properties":{"identityToolkit":{"type":"string","description":"Account and sign-in calls.","default":"https://identitytoolkit.googleapis.com"},"secureToken":{"type":"string","description":"Refresh calls.","default":"https://securetoken.googleapis.com"},"certificates":{"type":"string","description":"Public keys of id tokens: an x509 map or a JWK set.","default":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"},"oauthToken":{"type":"string","description":"Access tokens of the service account.","default":"https://oauth2.googleapis.com/token"},"sts":{"type":"string","description":"Access tokens for identities of other clouds (workload identity).","default":"https://sts.googleapis.com/v1/token"},"iamCredentials":{"type":"string","description":"Impersonation, and signatures without a key.","default":"https://iamcredentials.googleapis.com"}},"description":"Other base URLs of the provider, for tests and private gateways.","default":{},"additionalProperties":false}},"description":"Google Identity Platform (Firebase Authentication).","default":{},"additionalProperties":false},"cookie":{"type":"object","required":[],"properties":{"name":{"type":["string","null"],"default":null,"description":"Name; null: `__Host-gatehouse` on https, `__Secure-gatehouse` with a domain, `gatehouse` on http.","pattern":"^[A-Za-z0-9_-]{1,64}$"},"allowPlainName":{"type":"boolean","description":"On https, take a `name` that begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts can then plant the cookie.","default":false},"domain":{"type":["string","null"],"default":null,"description":"`Domain` attribute, of your own and no public suffix such as `com`; null keeps the cookie on the host of `publicUrl` alone.","pattern":"^[a-z0-9.-]+$"},"sameSite":{"enum":["lax","strict","none"],"default":"lax","description":"`SameSite` attribute."},"signatureKeys":{"type":"array","items":{"type":"string","minLength":1},"description":"Random secrets of at least 32 bytes each, as `gatehouse keys generate` makes them; others in hexadecimal digits or base64 (`openssl rand -base64 32`). What can be guessed, such as words and repetitions, is refused. The first signs, all verify. To replace a key, add the new one last, move it first when every replica has it, and drop the old one later: `gatehouse keys` has a command for each step.","default":[]},"signatureKeysFile":{"type":["string","null"],"default":null,"description":"File with one key a line, instead of `signatureKeys`."}},"description":"The session cookie.","default":{},"additionalProperties":false},"hsts":{"type":["object","null"],"required":[],"properties":{"maxAgeSeconds":{"type":"integer","description":"How long browsers remember it after each answer, in seconds; 0: they forget it.","default":31536000,"minimum":0,"maximum":315360000},"includeSubDomains":{"type":"boolean","description":"For every host below this one too: all of them must then be on https.","default":false},"preload":{"type":"boolean","description":"Consent to the list that browsers are delivered with (https://hstspreload.org), which takes long to leave. Needs `includeSubDomains` and a year.","default":false}},"description":"`Strict-Transport-Security` on every answer when `publicUrl` is https: browsers then use https alone for this host, on every port. An answer of the application that carries the header keeps its own. null: not sent; to take it back from browsers that know it, send `maxAgeSeconds: 0` for a while.","default":{},"additionalProperties":false},"session":{"type":"object","required":[],"properties":{"absoluteSeconds":{"type":"integer","description":"Longest life of a session, in seconds.","default":1209600,"minimum":60,"maximum":31536000},"idleSeconds":{"type":"integer","description":"Longest pause between two requests, in seconds; noted in the cookie at most once a minute, so it may bite up to a minute early. 0: no limit; else at least 120.","default":0,"minimum":0,"maximum":31536000},"revocationCheckSeconds":{"type":"integer","description":"How often an account is looked up while it is in use, in seconds: after that long at the latest a disabled, deleted or revoked account is out. 0: only at a refresh.","default":300,"minimum":0,"maximum":86400},"expiredGraceSeconds":{"type":"integer","description":"How long an expired session may still pass while the provider is away, in seconds; marked in `x-gatehouse-expired` and the log. 0: not at all.","default":0,"minimum":0,"maximum":86400},"acquire":{"enum":["auto","exchange","handover"],"default":"auto","description":"`exchange`: tokens of its own, by a custom token of the service account; `handover`: the login page hands over its refresh token; `auto`: exchange when there are credentials that can sign."},"maxSignInAgeSeconds":{"type":"integer","description":"Longest time between a sign-in at the provider and the session that it begins, in seconds; verifying an address and setting up a second factor happen in between. Counted from `auth_time` of the id token, with five minutes more because clocks may differ. Sessions count from the same time, so one of `absoluteSeconds` or `idleSeconds` that is shorter is the limit.","default":900,"minimum":60,"maximum":86400},"requireVerifiedEmail":{"type":"boolean","description":"Sign-ins need a verified e-mail address; the login page offers to verify it. Accounts without an address cannot sign in. Sessions without one do not pass.","default":false},"visibleClaims":{"type":["array","string","null"],"items":{"type":"string","minLength":1},"pattern":"^all$","default":null,"description":"Claims that `GET paths.session` gives to the scripts of the site, by name or by path such as `firebase.identities`; `all`: every one. null: the standard claims of OpenID Connect, when and how the visitor signed in, the tenant, and what `identityHeaders` names."},"signInProviders":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":128},"minItems":1,"uniqueItems":true,"default":null,"description":"Ways to sign in that may have a session, as id tokens name them in `firebase.sign_in_provider`: `password` (e-mail links too), `google.com`, `saml.…`, `oidc.…`, `phone`, `anonymous`, `custom` (custom tokens). null: what the login page offers, `anonymous` with `identityPlatform.allowAnonymous`, and `custom` with the emulator. A list replaces that: it must hold what the page offers, and may hold ways of other pages and programs. Sessions of sign-ins in other ways do not pass."},"signInsPerMinute":{"type":"integer","description":"Sign-ins that one client address may try in a minute; each costs calls to the provider. 0: no limit. Behind a proxy, set `trustedProxies`, or all visitors share one address.","default":300,"minimum":0,"maximum":1000000},"cacheBytes":{"type":"integer","description":"Memory for verified sessions, in bytes.","default":67108864,"minimum":1048576,"maximum":17179869184}},"description":"How long a session lives and how it is made.","default":{},"additionalProperties":false},"logout":{"type":"object","required":[],"properties":{"clearSiteData":{"type":"array","items":{"enum":["cache","storage"],"description":"`cookies`, `executionContexts` and `*` are not for a gateway to send."},"default":[],"uniqueItems":true,"description":"What browsers delete of this origin at a sign-out, and where a session is refused for good (account disabled or deleted, sign-in revoked, session over): `storage` (local and session storage, databases, service workers: drafts too), `cache`. Sent as `Clear-Site-Data`, on https only. `cookies` would also delete those of other hosts of the domain, so it is not taken; the session cookie is cleared in any case."}},"description":"What the end of a session brings.","default":{},"additionalProperties":false},"paths":{"type":"object","required":[],"properties":{"login":{"type":"string","description":"Login page; everything below it is the gateway’s too.","default":"/login","pattern":"^/[A-Za-z0-9._~/-]*$"},"logout":{"type":"string","description":"Sign-out.","default":"/logout","pattern":"^/[A-Za-z0-9._~/-]*$"},"refresh":{"type":"string","description":"Token refresh.","default":"/_auth/refresh","pattern":"^/[A-Za-z0-9._~/-]*$"},"session":{"type":"string","description":"Session endpoint: sign-in and who-am-I.","default":"/_auth/session","pattern":"^/[A-Za-z0-9._~/-]*$"},"verify":{"type":"string","description":"Where proxies ask, and everything below it; see `forwardAuth`. 404 while that is off.","default":"/_auth/verify","pattern":"^/[A-Za-z0-9._~/-]*$"},"home":{"type":"string","description":"Where a visitor goes who asked for no page in particular.","default":"/","pattern":"^/[A-Za-z0-9._~/-]*$"}},"description":"Paths of the gateway itself; everything else goes to the application.","default":{},"additionalProperties":false},"redirectParameter":{"type":"string","description":"Name of the query parameter that carries the redirect target.","default":"redirect","pattern":"^[A-Za-z0-9_-]{1,64}$"},"identityHeaders":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"type":["string","null"]}},"default":{},"additionalProperties":false,"description":"Lower-case header name -> claim, beside the defaults (`x-forwarded-user`, `x-forwarded-email`, `x-forwarded-preferred-username`, `x-gatehouse-assertion`). `$idToken` sends `Bearer <id token>`, `$assertion` the signed assertion, `$signInProvider` and `$secondFactor` how the visitor signed in; the claim `email` is sent only when it is verified, `$emailUnverified` sends it in any case; null switches a header off."},"access":{"type":"object","required":[],"properties":{"default":{"enum":["public","optional","signed-in","deny"],"default":"signed-in","description":"For requests that no rule matches: `public` lets everybody pass, `optional` everybody with the identity of those who are signed in, `signed-in` them alone, `deny` nobody."},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","description":"`/exact`, or `/folder/*` for everything below it.","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$","description":"Host the rule is for, without a port; `*.example.com` for all hosts one label below. All hosts when left out."},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1,"description":"HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too."},"allow":{"description":"`public`, `optional`, `signed-in`, `deny`, or a condition such as `{ claim, oneOf }`.","if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"type":"boolean","description":"True: the visitor must have signed in with a second factor, of whatever kind. Sign-ins by custom token or as anonymous have none."},"signedInWithin":{"type":"integer","minimum":60,"description":"Longest time since the visitor signed in at the provider (`auth_time` of that sign-in), in seconds. Refreshing the session does not change it."}},"additionalProperties":false,"description":"What the sign-in itself must be, beside `allow`. Visitors who lack it are asked to sign in again; calls get 401 `STEP_UP_REQUIRED`. Goes with `signed-in` and conditions."}},"additionalProperties":false},"default":[],"description":"Rules, in order."}},"description":"Who may see what. The first rule that matches decides.","default":{},"additionalProperties":false},"cors":{"type":"object","required":[],"properties":{"origins":{"type":"array","items":{"type":"string","minLength":1},"description":"Origins of those pages: scheme, host and port, such as `https://app.example.com`. Each is written out: `https://*.example.com` and `null` are not possible. `*` alone stands for every origin, without `credentials`.","default":[]},"credentials":{"type":"boolean","description":"They may send the session. To pages of another site, browsers send it only with `cookie.sameSite: none`; sibling hosts (`app.example.com` and `api.example.com`) are one site.","default":false}},"description":"Pages of other origins that call the application by script (CORS). The gateway answers their preflights, and lets them read its own refusals; what they may read of the application, the application says itself.","default":{},"additionalProperties":false},"keepForms":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"Such a visitor gets a page that keeps the fields in this tab of the browser, and sends them after sign-in when the visitor presses “Send”. Otherwise the form is lost.","default":false},"maxBytes":{"type":"integer","description":"Largest body that is kept, in bytes; what is larger is lost.","default":65536,"minimum":1024,"maximum":1048576}},"description":"Forms that somebody posts whose session has ended. Only page loads by POST with `application/x-www-form-urlencoded`, from pages of the same origin, to the application behind this gateway.","default":{},"additionalProperties":false},"login":{"type":"object","required":[],"properties":{"methods":{"type":"object","required":[],"properties":{"password":{"type":"boolean","description":"E-mail and password.","default":true},"emailLink":{"type":"boolean","description":"A link sent by e-mail.","default":false},"signup":{"type":"boolean","description":"Visitors may create accounts with a password. The project must allow it too; off here, an account can still be made with the public API key unless it is off there.","default":false},"askName":{"type":"boolean","description":"Ask new accounts for a name; with `signup` or `emailLink`.","default":false}},"description":"Ways to sign in beside `providers`.","default":{},"additionalProperties":false},"providers":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","description":"`google.com`, `github.com`, `microsoft.com`, `apple.com`, `facebook.com`, `twitter.com`, `yahoo.com`, or `saml.…` or `oidc.…` as the project calls it.","pattern":"^[a-z0-9][A-Za-z0-9._-]{0,127}$"},"name":{"type":"string","description":"What visitors know it by; needed for `saml.…` and `oidc.…`.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":60},"icon":{"type":["string","null"],"default":null,"description":"Icon of the button: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"scopes":{"type":"array","items":{"type":"string","minLength":1},"description":"OAuth scopes beside the default ones.","default":[]},"params":{"type":"object","patternProperties":{"^.*$":{"type":"string"}},"description":"Parameters for the provider, such as `{ hd: example.com }`."}},"additionalProperties":false},"default":[],"description":"Federated providers, in the order of their buttons."},"federated":{"type":"object","required":[],"properties":{"mode":{"enum":["auto","redirect","popup"],"default":"auto","description":"`auto`: by redirect when the helper is on our own origin, else in a popup. The page offers the other one when the first cannot work."},"helper":{"enum":["proxy","firebaseapp"],"default":"proxy","description":"`proxy`: the gateway passes `/__/auth/*` on to the auth domain, so that sign-in works where browsers keep storage of other sites apart; every provider must then know `<publicUrl>/__/auth/handler`. `firebaseapp`: browsers go to the auth domain."},"helperUrl":{"type":["string","null"],"default":null,"description":"Origin that `/__/auth/*` is passed on to; null: `https://<identityPlatform.authDomain>`, else `https://<projectId>.firebaseapp.com`.","pattern":"^https?://[^/@?#\\s]+/?$"}},"description":"How the page goes to a federated provider.","default":{},"additionalProperties":false},"mfa":{"type":"object","required":[],"properties":{"totp":{"enum":["off","optional","required"],"default":"optional","description":"Codes of an authenticator app. `optional`: asked of accounts that have them; `required`: who has no second factor sets one up, and no session begins, or passes, without one of any kind."},"sms":{"type":"boolean","description":"Codes by text message for accounts that have a phone as second factor. Loads reCAPTCHA of Google, which loosens the Content-Security-Policy.","default":false},"issuer":{"type":["string","null"],"default":null,"description":"Name in the authenticator app; null: `login.brand.name`.","minLength":1,"pattern":"^[^:]+$"}},"description":"Second factors.","default":{},"additionalProperties":false},"tenants":{"type":"object","required":[],"properties":{"byHost":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host that visitors use -> tenant that the page begins with there."},"byEmailDomain":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Domain of the e-mail address -> tenant."},"choose":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"},"name":{"type":"string","description":"What visitors know it by.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"}},"additionalProperties":false},"default":[],"description":"Tenants to choose from, as buttons."}},"description":"How the page finds out whose accounts a visitor has, where `identityPlatform.tenants` does not say. Accounts of every tenant named here and of `identityPlatform.tenantId` may pass there; the project's own may not as soon as one is named.","default":{},"additionalProperties":false},"brand":{"type":"object","required":[],"properties":{"name":{"type":"string","description":"Name of the application.","default":"Gatehouse","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"default":null,"description":"Logo above the form: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"default":null,"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null: `logo`.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"default":null,"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"default":null,"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"description":"Whose page it is.","default":{},"additionalProperties":false},"theme":{"type":"object","required":[],"properties":{"accent":{"type":["string","null"],"default":null,"description":"Buttons and links on light backgrounds; refused when it cannot be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"default":null,"description":"The same on dark backgrounds; null: the nearest shade of `accent` that can be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"mode":{"enum":["auto","light","dark"],"default":"auto","description":"`auto`: as the visitor prefers."},"radius":{"type":"integer","description":"Radius of corners, in CSS pixels.","default":10,"minimum":0,"maximum":24},"font":{"type":"string","description":"`system`, or a list of font families as in CSS; they must be installed where the visitor is.","default":"system","pattern":"^[A-Za-z0-9 ,'\"_-]{1,200}$"},"cssFile":{"type":["string","null"],"default":null,"description":"Stylesheet of your own, loaded after ours; at most 64 kB, without `@import` and addresses of other sites. Nobody checks its contrasts."}},"description":"How it looks.","default":{},"additionalProperties":false},"links":{"type":"object","required":[],"properties":{"privacy":{"type":["string","null"],"default":null,"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"default":null,"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"default":null,"description":"Help with signing in. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"default":null,"description":"Whom to ask: shown where something went wrong. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"description":"Where it points to.","default":{},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}},"default":{},"additionalProperties":false,"description":"Path -> name of what is below it, for \"to continue to …\"; the longest path that matches counts."},"hosts":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"object","properties":{"brand":{"type":"object","properties":{"name":{"type":"string","description":"Name of the application.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"description":"Logo: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null, or left out beside a `logo`: that one.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"additionalProperties":false},"theme":{"type":"object","properties":{"accent":{"type":["string","null"],"description":"Accent. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"description":"Accent on dark backgrounds; null, or left out beside an `accent`: the nearest shade of that one. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}},"additionalProperties":false},"links":{"type":"object","properties":{"privacy":{"type":["string","null"],"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"description":"Help. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"description":"Whom to ask. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}}}},"additionalProperties":false}},"default":{},"additionalProperties":false,"description":"Host -> what is different there: `brand`, `theme`, `links`, `destinations`."},"locales":{"type":"object","required":[],"properties":{"default":{"type":"string","description":"For visitors none of whose languages is enabled.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$","default":"en"},"enabled":{"type":"array","items":{"type":"string","description":"A language.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},"default":["en","de","fr","es","pt-BR","ja","zh-Hans","ar"],"minItems":1,"uniqueItems":true,"description":"Languages to offer, in the order of the switch."},"overrides":{"type":"object","patternProperties":{"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$":{"type":"object","patternProperties":{"^.*$":{"type":"string","minLength":1}}}},"default":{},"additionalProperties":false,"description":"Language -> key -> text, instead of ours. Keys are those of `login-ui/locales/en.json`; a text must have the same `{slots}`."}},"description":"Languages: en, de, fr, es, pt-BR, ja, zh-Hans, ar.","default":{},"additionalProperties":false},"security":{"type":"object","required":[],"properties":{"trustedTypes":{"enum":["auto","off"],"default":"auto","description":"`auto`: wherever no script of Google is needed."},"reportUri":{"type":["string","null"],"default":null,"description":"Where browsers report violations to: an https URL.","pattern":"^https://[^\\s;,'\"]+$"},"recaptcha":{"type":"boolean","description":"The project asks for reCAPTCHA Enterprise at sign-in: allow its scripts.","default":false}},"description":"Content-Security-Policy of the page.","default":{},"additionalProperties":false},"emulator":{"type":["string","null"],"default":null,"description":"`host:port` at which browsers reach the auth emulator, when it is not `identityPlatform.emulatorHost`.","pattern":"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"}},"description":"The login page.","default":{},"additionalProperties":false},"log":{"type":"object","required":[],"properties":{"level":{"enum":["fatal","error","warn","info","debug","trace","silent"],"default":"info","description":"Least important level that is written. Security events and the warnings of the start are written whatever it says."},"format":{"enum":["json","text"],"default":"json","description":"How lines are written. `json`: one JSON object a line, for collectors. `text`: for people at a terminal; not meant to be parsed, and slower."},"requests":{"enum":["all","refused","none"],"default":"all","description":"Which requests get a line, when their answer is over. `refused`: those that were refused or failed, and slow ones. `none`: failures alone (levels `warn` and `error`)."},"sample":{"type":"number","description":"Share of the allowed requests that get a line, such as 0.01 for one of a hundred. Refusals, failures and slow requests always do.","default":1,"minimum":0,"maximum":1},"slowMs":{"type":"integer","description":"A request that takes at least so long, from its arrival to the end of its answer, is slow; in milliseconds.","default":5000,"minimum":1,"maximum":3600000}},"description":"Lines on standard output.","default":{},"additionalProperties":false},"audit":{"type":"object","required":[],"properties":{"to":{"type":"string","description":"`stdout`: among the lines of the log. Anything else is the path of a file, to which lines are appended; it is made with mode 0600 where there is none, and opened anew at SIGHUP. A file that cannot be opened is a problem of the configuration.","default":"stdout","minLength":1},"format":{"enum":["json","cloudevents"],"default":"json","description":"How events are written. `json`: as lines of the log. `cloudevents`: as events of CloudEvents 1.0, structured JSON, one a line; `source` is `publicUrl`."},"refreshes":{"type":"boolean","description":"Writes an event `session.refreshed` for each refresh of a session, about one an hour for each visitor.","default":false}},"description":"Security events: who signs in, which sessions end, what is refused, which configuration is in force. They are written whatever `log.level` says.","default":{},"additionalProperties":false},"tracing":{"type":"object","required":[],"properties":{"accept":{"enum":["trusted","all","none"],"default":"trusted","description":"Whose `traceparent`, `tracestate` and `baggage` are continued: those of `trustedProxies`, of everybody, of nobody. From others they are removed."},"paths":{"type":"boolean","description":"Spans have the path of the request (`url.path`), without its query. Paths may hold what identifies a person.","default":false},"subject":{"type":"boolean","description":"Spans have the uid of whoever is signed in (`enduser.id`).","default":false}},"description":"Traces (W3C Trace Context). Spans are recorded only where an OpenTelemetry SDK is loaded beside the gateway.","default":{},"additionalProperties":false},"reload":{"type":"object","required":[],"properties":{"watch":{"type":"boolean","description":"Reads the configuration anew when its file or a file that it names changes. false: at SIGHUP only.","default":true},"pollSeconds":{"type":"integer","description":"How often the files are looked at where the system reports no changes, such as on network file systems, in seconds.","default":10,"minimum":1,"maximum":3600}},"description":"How changes of the configuration reach a gateway that runs; SIGHUP makes it read everything at once.","default":{},"additionalProperties":false},"shutdown":{"type":"object","required":[],"properties":{"drainSeconds":{"type":"integer","description":"How long requests are still taken after `/readyz` says 503, in seconds.","default":0,"minimum":0,"maximum":600},"graceSeconds":{"type":"integer","description":"How long requests in flight may take to finish, in seconds.","default":30,"minimum":1,"maximum":3600}},"description":"What happens at SIGTERM and SIGINT.","default":{},"additionalProperties":false}},"additionalProperties":false,"title":"Gatehouse configuration","definitions":{"condition":{"type":"object","description":"A condition: one of all, any, not, claim, uid, email, emailDomain and so on.","additionalProperties":false,"properties":{"all":{"type":"array","items":{"$ref":"#/definitions/condition"},"description":"Conditions that all have to hold; an empty list holds."},"any":{"type":"array","items":{"$ref":"#/definitions/condition"},"description":"Conditions of which one has to hold; an empty list never does."},"not":{"$ref":"#/definitions/condition","description":"A condition that must not hold."},"claim":{"type":"string","description":"Name of a claim of the id token, or a path into one such as `firebase.identities`; a claim whose own name has dots comes first.","minLength":1},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1,"description":"With `claim`: values that let a visitor pass; a claim that is a list passes when one of its members is here."},"present":{"type":"boolean","description":"With `claim`: true, it is there and not null; false, it is missing or null."},"uid":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"Uids."},"email":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"E-mail addresses, in upper or lower case. Only a verified address counts."},"emailDomain":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"What stands behind the `@` of the e-mail address, such as `example.com`; domains below it are others. Only a verified address counts."},"allowUnverified":{"type":"boolean","description":"With `email`, `emailDomain` or the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address."},"emailVerified":{"type":"boolean","description":"Has the e-mail address been verified?"},"tenant":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"Tenant ids. Accounts of the project itself have none."},"provider":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"How the visitor signed in, such as `password`, `google.com` or `saml.acme`."},"secondFactor":{"type":"boolean","description":"Was there a second factor at sign-in?"},"network":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"CIDRs or addresses, one of which has the address of the client."}}}}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = require("ajv/dist/runtime/ucs2length").default;
const func0 = require("ajv/dist/runtime/equal").default;
const pattern0 = new RegExp("^https?://[^/@?#\\s]+/?$", "u");
const pattern1 = new RegExp("^/[^\\u0000-\\u001f\\u007f]+$", "u");
const pattern2 = new RegExp("^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$", "u");
const pattern4 = new RegExp("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern5 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");
const pattern6 = new RegExp("^[a-z0-9][a-z0-9:.-]*$", "u");
const pattern7 = new RegExp("^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$", "u");
const pattern9 = new RegExp("^[A-Za-z0-9-]+$", "u");
const pattern10 = new RegExp("^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$", "u");
const pattern11 = new RegExp("^[A-Za-z0-9_-]{1,64}$", "u");
const pattern12 = new RegExp("^[a-z0-9.-]+$", "u");
const pattern13 = new RegExp("^all$", "u");
const pattern14 = new RegExp("^/[A-Za-z0-9._~/-]*$", "u");
const pattern23 = new RegExp("^/[^*?#\\s]*(/\\*)?$|^/\\*$", "u");
const pattern24 = new RegExp("^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern25 = new RegExp("^[A-Z]+$", "u");
const pattern26 = new RegExp("^[a-z0-9][A-Za-z0-9._-]{0,127}$", "u");
const pattern27 = new RegExp("^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$", "u");
const pattern28 = new RegExp("\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$", "u");
const pattern29 = new RegExp("^.*$", "u");
const pattern31 = new RegExp("^[^:]+$", "u");
const pattern45 = new RegExp("^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", "u");
const pattern47 = new RegExp("^[A-Za-z0-9 ,'\"_-]{1,200}$", "u");
const pattern48 = new RegExp("^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$", "u");
const pattern68 = new RegExp("^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$", "u");
const pattern73 = new RegExp("^https://[^\\s;,'\"]+$", "u");
const pattern74 = new RegExp("^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$", "u");
const schema12 = {"type":"object","description":"A condition: one of all, any, not, claim, uid, email, emailDomain and so on.","additionalProperties":false,"properties":{"all":{"type":"array","items":{"$ref":"#/definitions/condition"},"description":"Conditions that all have to hold; an empty list holds."},"any":{"type":"array","items":{"$ref":"#/definitions/condition"},"description":"Conditions of which one has to hold; an empty list never does."},"not":{"$ref":"#/definitions/condition","description":"A condition that must not hold."},"claim":{"type":"string","description":"Name of a claim of the id token, or a path into one such as `firebase.identities`; a claim whose own name has dots comes first.","minLength":1},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1,"description":"With `claim`: values that let a visitor pass; a claim that is a list passes when one of its members is here."},"present":{"type":"boolean","description":"With `claim`: true, it is there and not null; false, it is missing or null."},"uid":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"Uids."},"email":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"E-mail addresses, in upper or lower case. Only a verified address counts."},"emailDomain":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"What stands behind the `@` of the e-mail address, such as `example.com`; domains below it are others. Only a verified address counts."},"allowUnverified":{"type":"boolean","description":"With `email`, `emailDomain` or the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address."},"emailVerified":{"type":"boolean","description":"Has the e-mail address been verified?"},"tenant":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"Tenant ids. Accounts of the project itself have none."},"provider":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"How the visitor signed in, such as `password`, `google.com` or `saml.acme`."},"secondFactor":{"type":"boolean","description":"Was there a second factor at sign-in?"},"network":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"CIDRs or addresses, one of which has the address of the client."}}};
const wrapper0 = {validate: validate11};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema12.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.all !== undefined){
let data0 = data.all;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(wrapper0.validate(data0[i0], {instancePath:instancePath+"/all/" + i0,parentData:data0,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema12.properties.all.type,parentSchema:schema12.properties.all,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.any !== undefined){
let data2 = data.any;
if(Array.isArray(data2)){
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
if(!(wrapper0.validate(data2[i1], {instancePath:instancePath+"/any/" + i1,parentData:data2,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema12.properties.any.type,parentSchema:schema12.properties.any,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.not !== undefined){
if(!(wrapper0.validate(data.not, {instancePath:instancePath+"/not",parentData:data,parentDataProperty:"not",rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.claim !== undefined){
let data5 = data.claim;
if(typeof data5 === "string"){
if(func3(data5) < 1){
const err3 = {instancePath:instancePath+"/claim",schemaPath:"#/properties/claim/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.claim,data:data5};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/claim",schemaPath:"#/properties/claim/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.claim.type,parentSchema:schema12.properties.claim,data:data5};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.oneOf !== undefined){
let data6 = data.oneOf;
if(Array.isArray(data6)){
if(data6.length < 1){
const err5 = {instancePath:instancePath+"/oneOf",schemaPath:"#/properties/oneOf/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema12.properties.oneOf,data:data6};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len2 = data6.length;
for(let i2=0; i2<len2; i2++){
let data7 = data6[i2];
if(((typeof data7 !== "string") && (!((typeof data7 == "number") && (isFinite(data7))))) && (typeof data7 !== "boolean")){
const err6 = {instancePath:instancePath+"/oneOf/" + i2,schemaPath:"#/properties/oneOf/items/type",keyword:"type",params:{type: schema12.properties.oneOf.items.type},message:"must be string,number,boolean",schema:schema12.properties.oneOf.items.type,parentSchema:schema12.properties.oneOf.items,data:data7};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/oneOf",schemaPath:"#/properties/oneOf/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema12.properties.oneOf.type,parentSchema:schema12.properties.oneOf,data:data6};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.present !== undefined){
let data8 = data.present;
if(typeof data8 !== "boolean"){
const err8 = {instancePath:instancePath+"/present",schemaPath:"#/properties/present/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema12.properties.present.type,parentSchema:schema12.properties.present,data:data8};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.uid !== undefined){
let data9 = data.uid;
if((typeof data9 !== "string") && (!(Array.isArray(data9)))){
const err9 = {instancePath:instancePath+"/uid",schemaPath:"#/properties/uid/type",keyword:"type",params:{type: schema12.properties.uid.type},message:"must be string,array",schema:schema12.properties.uid.type,parentSchema:schema12.properties.uid,data:data9};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(typeof data9 === "string"){
if(func3(data9) < 1){
const err10 = {instancePath:instancePath+"/uid",schemaPath:"#/properties/uid/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.uid,data:data9};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(Array.isArray(data9)){
if(data9.length < 1){
const err11 = {instancePath:instancePath+"/uid",schemaPath:"#/properties/uid/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema12.properties.uid,data:data9};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len3 = data9.length;
for(let i3=0; i3<len3; i3++){
let data10 = data9[i3];
if(typeof data10 === "string"){
if(func3(data10) < 1){
const err12 = {instancePath:instancePath+"/uid/" + i3,schemaPath:"#/properties/uid/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.uid.items,data:data10};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/uid/" + i3,schemaPath:"#/properties/uid/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.uid.items.type,parentSchema:schema12.properties.uid.items,data:data10};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
if(data.email !== undefined){
let data11 = data.email;
if((typeof data11 !== "string") && (!(Array.isArray(data11)))){
const err14 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: schema12.properties.email.type},message:"must be string,array",schema:schema12.properties.email.type,parentSchema:schema12.properties.email,data:data11};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(typeof data11 === "string"){
if(func3(data11) < 1){
const err15 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.email,data:data11};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(Array.isArray(data11)){
if(data11.length < 1){
const err16 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema12.properties.email,data:data11};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const len4 = data11.length;
for(let i4=0; i4<len4; i4++){
let data12 = data11[i4];
if(typeof data12 === "string"){
if(func3(data12) < 1){
const err17 = {instancePath:instancePath+"/email/" + i4,schemaPath:"#/properties/email/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.email.items,data:data12};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/email/" + i4,schemaPath:"#/properties/email/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.email.items.type,parentSchema:schema12.properties.email.items,data:data12};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
}
if(data.emailDomain !== undefined){
let data13 = data.emailDomain;
if((typeof data13 !== "string") && (!(Array.isArray(data13)))){
const err19 = {instancePath:instancePath+"/emailDomain",schemaPath:"#/properties/emailDomain/type",keyword:"type",params:{type: schema12.properties.emailDomain.type},message:"must be string,array",schema:schema12.properties.emailDomain.type,parentSchema:schema12.properties.emailDomain,data:data13};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(typeof data13 === "string"){
if(func3(data13) < 1){
const err20 = {instancePath:instancePath+"/emailDomain",schemaPath:"#/properties/emailDomain/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.emailDomain,data:data13};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(Array.isArray(data13)){
if(data13.length < 1){
const err21 = {instancePath:instancePath+"/emailDomain",schemaPath:"#/properties/emailDomain/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema12.properties.emailDomain,data:data13};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
const len5 = data13.length;
for(let i5=0; i5<len5; i5++){
let data14 = data13[i5];
if(typeof data14 === "string"){
if(func3(data14) < 1){
const err22 = {instancePath:instancePath+"/emailDomain/" + i5,schemaPath:"#/properties/emailDomain/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.emailDomain.items,data:data14};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/emailDomain/" + i5,schemaPath:"#/properties/emailDomain/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.emailDomain.items.type,parentSchema:schema12.properties.emailDomain.items,data:data14};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
}
if(data.allowUnverified !== undefined){
let data15 = data.allowUnverified;
if(typeof data15 !== "boolean"){
const err24 = {instancePath:instancePath+"/allowUnverified",schemaPath:"#/properties/allowUnverified/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema12.properties.allowUnverified.type,parentSchema:schema12.properties.allowUnverified,data:data15};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.emailVerified !== undefined){
let data16 = data.emailVerified;
if(typeof data16 !== "boolean"){
const err25 = {instancePath:instancePath+"/emailVerified",schemaPath:"#/properties/emailVerified/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema12.properties.emailVerified.type,parentSchema:schema12.properties.emailVerified,data:data16};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.tenant !== undefined){
let data17 = data.tenant;
if((typeof data17 !== "string") && (!(Array.isArray(data17)))){
const err26 = {instancePath:instancePath+"/tenant",schemaPath:"#/properties/tenant/type",keyword:"type",params:{type: schema12.properties.tenant.type},message:"must be string,array",schema:schema12.properties.tenant.type,parentSchema:schema12.properties.tenant,data:data17};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(typeof data17 === "string"){
if(func3(data17) < 1){
const err27 = {instancePath:instancePath+"/tenant",schemaPath:"#/properties/tenant/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.tenant,data:data17};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(Array.isArray(data17)){
if(data17.length < 1){
const err28 = {instancePath:instancePath+"/tenant",schemaPath:"#/properties/tenant/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema12.properties.tenant,data:data17};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
const len6 = data17.length;
for(let i6=0; i6<len6; i6++){
let data18 = data17[i6];
if(typeof data18 === "string"){
if(func3(data18) < 1){
const err29 = {instancePath:instancePath+"/tenant/" + i6,schemaPath:"#/properties/tenant/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.tenant.items,data:data18};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/tenant/" + i6,schemaPath:"#/properties/tenant/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.tenant.items.type,parentSchema:schema12.properties.tenant.items,data:data18};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
}
if(data.provider !== undefined){
let data19 = data.provider;
if((typeof data19 !== "string") && (!(Array.isArray(data19)))){
const err31 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: schema12.properties.provider.type},message:"must be string,array",schema:schema12.properties.provider.type,parentSchema:schema12.properties.provider,data:data19};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(typeof data19 === "string"){
if(func3(data19) < 1){
const err32 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.provider,data:data19};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(Array.isArray(data19)){
if(data19.length < 1){
const err33 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema12.properties.provider,data:data19};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
const len7 = data19.length;
for(let i7=0; i7<len7; i7++){
let data20 = data19[i7];
if(typeof data20 === "string"){
if(func3(data20) < 1){
const err34 = {instancePath:instancePath+"/provider/" + i7,schemaPath:"#/properties/provider/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.provider.items,data:data20};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/provider/" + i7,schemaPath:"#/properties/provider/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.provider.items.type,parentSchema:schema12.properties.provider.items,data:data20};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
}
if(data.secondFactor !== undefined){
let data21 = data.secondFactor;
if(typeof data21 !== "boolean"){
const err36 = {instancePath:instancePath+"/secondFactor",schemaPath:"#/properties/secondFactor/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema12.properties.secondFactor.type,parentSchema:schema12.properties.secondFactor,data:data21};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.network !== undefined){
let data22 = data.network;
if((typeof data22 !== "string") && (!(Array.isArray(data22)))){
const err37 = {instancePath:instancePath+"/network",schemaPath:"#/properties/network/type",keyword:"type",params:{type: schema12.properties.network.type},message:"must be string,array",schema:schema12.properties.network.type,parentSchema:schema12.properties.network,data:data22};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(typeof data22 === "string"){
if(func3(data22) < 1){
const err38 = {instancePath:instancePath+"/network",schemaPath:"#/properties/network/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.network,data:data22};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(Array.isArray(data22)){
if(data22.length < 1){
const err39 = {instancePath:instancePath+"/network",schemaPath:"#/properties/network/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema12.properties.network,data:data22};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
const len8 = data22.length;
for(let i8=0; i8<len8; i8++){
let data23 = data22[i8];
if(typeof data23 === "string"){
if(func3(data23) < 1){
const err40 = {instancePath:instancePath+"/network/" + i8,schemaPath:"#/properties/network/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.properties.network.items,data:data23};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/network/" + i8,schemaPath:"#/properties/network/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.properties.network.items.type,parentSchema:schema12.properties.network.items,data:data23};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
}
}
else {
const err42 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema12.type,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.listen === undefined){
data.listen = {};
}
if(data.management === undefined){
data.management = {};
}
if(data.metrics === undefined){
data.metrics = {};
}
if(data.trustedProxies === undefined){
data.trustedProxies = [];
}
if(data.upstream === undefined){
data.upstream = {};
}
if(data.forwardAuth === undefined){
data.forwardAuth = {};
}
if(data.identityPlatform === undefined){
data.identityPlatform = {};
}
if(data.cookie === undefined){
data.cookie = {};
}
if(data.hsts === undefined){
data.hsts = {};
}
if(data.session === undefined){
data.session = {};
}
if(data.logout === undefined){
data.logout = {};
}
if(data.paths === undefined){
data.paths = {};
}
if(data.redirectParameter === undefined){
data.redirectParameter = "redirect";
}
if(data.identityHeaders === undefined){
data.identityHeaders = {};
}
if(data.access === undefined){
data.access = {};
}
if(data.cors === undefined){
data.cors = {};
}
if(data.keepForms === undefined){
data.keepForms = {};
}
if(data.login === undefined){
data.login = {};
}
if(data.log === undefined){
data.log = {};
}
if(data.audit === undefined){
data.audit = {};
}
if(data.tracing === undefined){
data.tracing = {};
}
if(data.reload === undefined){
data.reload = {};
}
if(data.shutdown === undefined){
data.shutdown = {};
}
if(data.publicUrl === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "publicUrl"},message:"must have required property '"+"publicUrl"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.upstream === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "upstream"},message:"must have required property '"+"upstream"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.identityPlatform === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "identityPlatform"},message:"must have required property '"+"identityPlatform"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.publicUrl !== undefined){
let data0 = data.publicUrl;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err4 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.publicUrl,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.publicUrl.type,parentSchema:schema11.properties.publicUrl,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
let data1 = data.listen;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.host === undefined){
data1.host = "127.0.0.1";
}
if(data1.port === undefined){
data1.port = 8080;
}
if(data1.unix === undefined){
data1.unix = null;
}
if(data1.fd === undefined){
data1.fd = null;
}
if(data1.tls === undefined){
data1.tls = null;
}
for(const key1 in data1){
if(!(((((key1 === "host") || (key1 === "port")) || (key1 === "unix")) || (key1 === "fd")) || (key1 === "tls"))){
const err6 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data2 = data1.host;
if(typeof data2 !== "string"){
const err7 = {instancePath:instancePath+"/listen/host",schemaPath:"#/properties/listen/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.listen.properties.host.type,parentSchema:schema11.properties.listen.properties.host,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
let data3 = data1.port;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err8 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.listen.properties.port.type,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 65535 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
let data4 = data1.unix;
if((typeof data4 !== "string") && (data4 !== null)){
const err11 = {instancePath:instancePath+"/listen/unix",schemaPath:"#/properties/listen/properties/unix/type",keyword:"type",params:{type: schema11.properties.listen.properties.unix.type},message:"must be string,null",schema:schema11.properties.listen.properties.unix.type,parentSchema:schema11.properties.listen.properties.unix,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern1.test(data4)){
const err12 = {instancePath:instancePath+"/listen/unix",schemaPath:"#/properties/listen/properties/unix/pattern",keyword:"pattern",params:{pattern: "^/[^\\u0000-\\u001f\\u007f]+$"},message:"must match pattern \""+"^/[^\\u0000-\\u001f\\u007f]+$"+"\"",schema:"^/[^\\u0000-\\u001f\\u007f]+$",parentSchema:schema11.properties.listen.properties.unix,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
let data5 = data1.fd;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
const err13 = {instancePath:instancePath+"/listen/fd",schemaPath:"#/properties/listen/properties/fd/type",keyword:"type",params:{type: schema11.properties.listen.properties.fd.type},message:"must be integer,null",schema:schema11.properties.listen.properties.fd.type,parentSchema:schema11.properties.listen.properties.fd,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1023 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/listen/fd",schemaPath:"#/properties/listen/properties/fd/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1023},message:"must be <= 1023",schema:1023,parentSchema:schema11.properties.listen.properties.fd,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5 < 3 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/listen/fd",schemaPath:"#/properties/listen/properties/fd/minimum",keyword:"minimum",params:{comparison: ">=", limit: 3},message:"must be >= 3",schema:3,parentSchema:schema11.properties.listen.properties.fd,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
let data6 = data1.tls;
if((!(data6 && typeof data6 == "object" && !Array.isArray(data6))) && (data6 !== null)){
const err16 = {instancePath:instancePath+"/listen/tls",schemaPath:"#/properties/listen/properties/tls/type",keyword:"type",params:{type: schema11.properties.listen.properties.tls.type},message:"must be object,null",schema:schema11.properties.listen.properties.tls.type,parentSchema:schema11.properties.listen.properties.tls,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.certFile === undefined){
const err17 = {instancePath:instancePath+"/listen/tls",schemaPath:"#/properties/listen/properties/tls/required",keyword:"required",params:{missingProperty: "certFile"},message:"must have required property '"+"certFile"+"'",schema:schema11.properties.listen.properties.tls.required,parentSchema:schema11.properties.listen.properties.tls,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data6.keyFile === undefined){
const err18 = {instancePath:instancePath+"/listen/tls",schemaPath:"#/properties/listen/properties/tls/required",keyword:"required",params:{missingProperty: "keyFile"},message:"must have required property '"+"keyFile"+"'",schema:schema11.properties.listen.properties.tls.required,parentSchema:schema11.properties.listen.properties.tls,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key2 in data6){
if(!((key2 === "certFile") || (key2 === "keyFile"))){
const err19 = {instancePath:instancePath+"/listen/tls",schemaPath:"#/properties/listen/properties/tls/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.listen.properties.tls,data:data6};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data6.certFile !== undefined){
let data7 = data6.certFile;
if(typeof data7 === "string"){
if(func3(data7) < 1){
const err20 = {instancePath:instancePath+"/listen/tls/certFile",schemaPath:"#/properties/listen/properties/tls/properties/certFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.listen.properties.tls.properties.certFile,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/listen/tls/certFile",schemaPath:"#/properties/listen/properties/tls/properties/certFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.listen.properties.tls.properties.certFile.type,parentSchema:schema11.properties.listen.properties.tls.properties.certFile,data:data7};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data6.keyFile !== undefined){
let data8 = data6.keyFile;
if(typeof data8 === "string"){
if(func3(data8) < 1){
const err22 = {instancePath:instancePath+"/listen/tls/keyFile",schemaPath:"#/properties/listen/properties/tls/properties/keyFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.listen.properties.tls.properties.keyFile,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/listen/tls/keyFile",schemaPath:"#/properties/listen/properties/tls/properties/keyFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.listen.properties.tls.properties.keyFile.type,parentSchema:schema11.properties.listen.properties.tls.properties.keyFile,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
}
else {
const err24 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.listen.type,parentSchema:schema11.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
let data9 = data.management;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.host === undefined){
data9.host = "127.0.0.1";
}
if(data9.port === undefined){
data9.port = 9464;
}
if(data9.tokenFile === undefined){
data9.tokenFile = null;
}
for(const key3 in data9){
if(!(((key3 === "host") || (key3 === "port")) || (key3 === "tokenFile"))){
const err25 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.management,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
let data10 = data9.host;
if(typeof data10 !== "string"){
const err26 = {instancePath:instancePath+"/management/host",schemaPath:"#/properties/management/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.management.properties.host.type,parentSchema:schema11.properties.management.properties.host,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
let data11 = data9.port;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err27 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.management.properties.port.type,parentSchema:schema11.properties.management.properties.port,data:data11};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 65535 || isNaN(data11)){
const err28 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.management.properties.port,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err29 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.management.properties.port,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
let data12 = data9.tokenFile;
if((typeof data12 !== "string") && (data12 !== null)){
const err30 = {instancePath:instancePath+"/management/tokenFile",schemaPath:"#/properties/management/properties/tokenFile/type",keyword:"type",params:{type: schema11.properties.management.properties.tokenFile.type},message:"must be string,null",schema:schema11.properties.management.properties.tokenFile.type,parentSchema:schema11.properties.management.properties.tokenFile,data:data12};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.management.type,parentSchema:schema11.properties.management,data:data9};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
let data13 = data.metrics;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.enabled === undefined){
data13.enabled = true;
}
if(data13.durationBuckets === undefined){
data13.durationBuckets = [0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30];
}
for(const key4 in data13){
if(!((key4 === "enabled") || (key4 === "durationBuckets"))){
const err32 = {instancePath:instancePath+"/metrics",schemaPath:"#/properties/metrics/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.metrics,data:data13};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
let data14 = data13.enabled;
if(typeof data14 !== "boolean"){
const err33 = {instancePath:instancePath+"/metrics/enabled",schemaPath:"#/properties/metrics/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.metrics.properties.enabled.type,parentSchema:schema11.properties.metrics.properties.enabled,data:data14};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
let data15 = data13.durationBuckets;
if(Array.isArray(data15)){
if(data15.length > 24){
const err34 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/maxItems",keyword:"maxItems",params:{limit: 24},message:"must NOT have more than 24 items",schema:24,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data15};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data15.length < 1){
const err35 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data15};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
const len0 = data15.length;
for(let i0=0; i0<len0; i0++){
let data16 = data15[i0];
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 3600 || isNaN(data16)){
const err36 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data16};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data16 <= 0 || isNaN(data16)){
const err37 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data16};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema11.properties.metrics.properties.durationBuckets.items.type,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data16};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.metrics.properties.durationBuckets.type,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data15};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/metrics",schemaPath:"#/properties/metrics/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.metrics.type,parentSchema:schema11.properties.metrics,data:data13};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
let data17 = data.trustedProxies;
if(Array.isArray(data17)){
const len1 = data17.length;
for(let i1=0; i1<len1; i1++){
let data18 = data17[i1];
if(typeof data18 === "string"){
if(func3(data18) < 1){
const err41 = {instancePath:instancePath+"/trustedProxies/" + i1,schemaPath:"#/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.trustedProxies.items,data:data18};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/trustedProxies/" + i1,schemaPath:"#/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.trustedProxies.items.type,parentSchema:schema11.properties.trustedProxies.items,data:data18};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/trustedProxies",schemaPath:"#/properties/trustedProxies/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.trustedProxies.type,parentSchema:schema11.properties.trustedProxies,data:data17};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
let data19 = data.upstream;
if((!(data19 && typeof data19 == "object" && !Array.isArray(data19))) && (data19 !== null)){
const err44 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/type",keyword:"type",params:{type: schema11.properties.upstream.type},message:"must be object,null",schema:schema11.properties.upstream.type,parentSchema:schema11.properties.upstream,data:data19};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.unixSocket === undefined){
data19.unixSocket = null;
}
if(data19.caFile === undefined){
data19.caFile = null;
}
if(data19.certFile === undefined){
data19.certFile = null;
}
if(data19.keyFile === undefined){
data19.keyFile = null;
}
if(data19.serverName === undefined){
data19.serverName = null;
}
if(data19.minTlsVersion === undefined){
data19.minTlsVersion = "1.2";
}
if(data19.insecure === undefined){
data19.insecure = false;
}
if(data19.hostHeader === undefined){
data19.hostHeader = "public";
}
if(data19.passHeaders === undefined){
data19.passHeaders = [];
}
if(data19.sharedCaching === undefined){
data19.sharedCaching = false;
}
if(data19.connectTimeoutMs === undefined){
data19.connectTimeoutMs = 5000;
}
if(data19.headersTimeoutMs === undefined){
data19.headersTimeoutMs = 60000;
}
if(data19.idleTimeoutMs === undefined){
data19.idleTimeoutMs = 0;
}
if(data19.uploadIdleTimeoutMs === undefined){
data19.uploadIdleTimeoutMs = 60000;
}
if(data19.maxBodyBytes === undefined){
data19.maxBodyBytes = 0;
}
if(data19.maxConnections === undefined){
data19.maxConnections = 0;
}
if(data19.url === undefined){
const err45 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'",schema:schema11.properties.upstream.required,parentSchema:schema11.properties.upstream,data:data19};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
for(const key5 in data19){
if(!(func2.call(schema11.properties.upstream.properties, key5))){
const err46 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.upstream,data:data19};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data19.url !== undefined){
let data20 = data19.url;
if(typeof data20 === "string"){
if(!pattern2.test(data20)){
const err47 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},message:"must match pattern \""+"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"+"\"",schema:"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$",parentSchema:schema11.properties.upstream.properties.url,data:data20};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.url.type,parentSchema:schema11.properties.upstream.properties.url,data:data20};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
let data21 = data19.unixSocket;
if((typeof data21 !== "string") && (data21 !== null)){
const err49 = {instancePath:instancePath+"/upstream/unixSocket",schemaPath:"#/properties/upstream/properties/unixSocket/type",keyword:"type",params:{type: schema11.properties.upstream.properties.unixSocket.type},message:"must be string,null",schema:schema11.properties.upstream.properties.unixSocket.type,parentSchema:schema11.properties.upstream.properties.unixSocket,data:data21};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(typeof data21 === "string"){
if(!pattern1.test(data21)){
const err50 = {instancePath:instancePath+"/upstream/unixSocket",schemaPath:"#/properties/upstream/properties/unixSocket/pattern",keyword:"pattern",params:{pattern: "^/[^\\u0000-\\u001f\\u007f]+$"},message:"must match pattern \""+"^/[^\\u0000-\\u001f\\u007f]+$"+"\"",schema:"^/[^\\u0000-\\u001f\\u007f]+$",parentSchema:schema11.properties.upstream.properties.unixSocket,data:data21};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
let data22 = data19.caFile;
if((typeof data22 !== "string") && (data22 !== null)){
const err51 = {instancePath:instancePath+"/upstream/caFile",schemaPath:"#/properties/upstream/properties/caFile/type",keyword:"type",params:{type: schema11.properties.upstream.properties.caFile.type},message:"must be string,null",schema:schema11.properties.upstream.properties.caFile.type,parentSchema:schema11.properties.upstream.properties.caFile,data:data22};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(typeof data22 === "string"){
if(func3(data22) < 1){
const err52 = {instancePath:instancePath+"/upstream/caFile",schemaPath:"#/properties/upstream/properties/caFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.upstream.properties.caFile,data:data22};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
let data23 = data19.certFile;
if((typeof data23 !== "string") && (data23 !== null)){
const err53 = {instancePath:instancePath+"/upstream/certFile",schemaPath:"#/properties/upstream/properties/certFile/type",keyword:"type",params:{type: schema11.properties.upstream.properties.certFile.type},message:"must be string,null",schema:schema11.properties.upstream.properties.certFile.type,parentSchema:schema11.properties.upstream.properties.certFile,data:data23};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(typeof data23 === "string"){
if(func3(data23) < 1){
const err54 = {instancePath:instancePath+"/upstream/certFile",schemaPath:"#/properties/upstream/properties/certFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.upstream.properties.certFile,data:data23};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
let data24 = data19.keyFile;
if((typeof data24 !== "string") && (data24 !== null)){
const err55 = {instancePath:instancePath+"/upstream/keyFile",schemaPath:"#/properties/upstream/properties/keyFile/type",keyword:"type",params:{type: schema11.properties.upstream.properties.keyFile.type},message:"must be string,null",schema:schema11.properties.upstream.properties.keyFile.type,parentSchema:schema11.properties.upstream.properties.keyFile,data:data24};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(typeof data24 === "string"){
if(func3(data24) < 1){
const err56 = {instancePath:instancePath+"/upstream/keyFile",schemaPath:"#/properties/upstream/properties/keyFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.upstream.properties.keyFile,data:data24};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
let data25 = data19.serverName;
if((typeof data25 !== "string") && (data25 !== null)){
const err57 = {instancePath:instancePath+"/upstream/serverName",schemaPath:"#/properties/upstream/properties/serverName/type",keyword:"type",params:{type: schema11.properties.upstream.properties.serverName.type},message:"must be string,null",schema:schema11.properties.upstream.properties.serverName.type,parentSchema:schema11.properties.upstream.properties.serverName,data:data25};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(typeof data25 === "string"){
if(!pattern4.test(data25)){
const err58 = {instancePath:instancePath+"/upstream/serverName",schemaPath:"#/properties/upstream/properties/serverName/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.upstream.properties.serverName,data:data25};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
let data26 = data19.minTlsVersion;
if(!((data26 === "1.2") || (data26 === "1.3"))){
const err59 = {instancePath:instancePath+"/upstream/minTlsVersion",schemaPath:"#/properties/upstream/properties/minTlsVersion/enum",keyword:"enum",params:{allowedValues: schema11.properties.upstream.properties.minTlsVersion.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.upstream.properties.minTlsVersion.enum,parentSchema:schema11.properties.upstream.properties.minTlsVersion,data:data26};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
let data27 = data19.insecure;
if(typeof data27 !== "boolean"){
const err60 = {instancePath:instancePath+"/upstream/insecure",schemaPath:"#/properties/upstream/properties/insecure/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.upstream.properties.insecure.type,parentSchema:schema11.properties.upstream.properties.insecure,data:data27};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
let data28 = data19.hostHeader;
if(!((data28 === "public") || (data28 === "upstream"))){
const err61 = {instancePath:instancePath+"/upstream/hostHeader",schemaPath:"#/properties/upstream/properties/hostHeader/enum",keyword:"enum",params:{allowedValues: schema11.properties.upstream.properties.hostHeader.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.upstream.properties.hostHeader.enum,parentSchema:schema11.properties.upstream.properties.hostHeader,data:data28};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
let data29 = data19.passHeaders;
if(Array.isArray(data29)){
const len2 = data29.length;
for(let i2=0; i2<len2; i2++){
let data30 = data29[i2];
if(typeof data30 === "string"){
if(!pattern5.test(data30)){
const err62 = {instancePath:instancePath+"/upstream/passHeaders/" + i2,schemaPath:"#/properties/upstream/properties/passHeaders/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data30};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/upstream/passHeaders/" + i2,schemaPath:"#/properties/upstream/properties/passHeaders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.passHeaders.items.type,parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data30};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/upstream/passHeaders",schemaPath:"#/properties/upstream/properties/passHeaders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.upstream.properties.passHeaders.type,parentSchema:schema11.properties.upstream.properties.passHeaders,data:data29};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
let data31 = data19.sharedCaching;
if(typeof data31 !== "boolean"){
const err65 = {instancePath:instancePath+"/upstream/sharedCaching",schemaPath:"#/properties/upstream/properties/sharedCaching/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.upstream.properties.sharedCaching.type,parentSchema:schema11.properties.upstream.properties.sharedCaching,data:data31};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
let data32 = data19.connectTimeoutMs;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
const err66 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.connectTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data32};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 600000 || isNaN(data32)){
const err67 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000",schema:600000,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data32};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(data32 < 1 || isNaN(data32)){
const err68 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data32};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
let data33 = data19.headersTimeoutMs;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err69 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.headersTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data33};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 3600000 || isNaN(data33)){
const err70 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data33};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(data33 < 0 || isNaN(data33)){
const err71 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data33};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
let data34 = data19.idleTimeoutMs;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err72 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.idleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data34};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 86400000 || isNaN(data34)){
const err73 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000",schema:86400000,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data34};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data34 < 0 || isNaN(data34)){
const err74 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data34};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
let data35 = data19.uploadIdleTimeoutMs;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
const err75 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.uploadIdleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data35};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 3600000 || isNaN(data35)){
const err76 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data35};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data35 < 0 || isNaN(data35)){
const err77 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data35};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
let data36 = data19.maxBodyBytes;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
const err78 = {instancePath:instancePath+"/upstream/maxBodyBytes",schemaPath:"#/properties/upstream/properties/maxBodyBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.maxBodyBytes.type,parentSchema:schema11.properties.upstream.properties.maxBodyBytes,data:data36};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 1125899906842624 || isNaN(data36)){
const err79 = {instancePath:instancePath+"/upstream/maxBodyBytes",schemaPath:"#/properties/upstream/properties/maxBodyBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1125899906842624},message:"must be <= 1125899906842624",schema:1125899906842624,parentSchema:schema11.properties.upstream.properties.maxBodyBytes,data:data36};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data36 < 0 || isNaN(data36)){
const err80 = {instancePath:instancePath+"/upstream/maxBodyBytes",schemaPath:"#/properties/upstream/properties/maxBodyBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.maxBodyBytes,data:data36};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
let data37 = data19.maxConnections;
if(!(((typeof data37 == "number") && (!(data37 % 1) && !isNaN(data37))) && (isFinite(data37)))){
const err81 = {instancePath:instancePath+"/upstream/maxConnections",schemaPath:"#/properties/upstream/properties/maxConnections/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.maxConnections.type,parentSchema:schema11.properties.upstream.properties.maxConnections,data:data37};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 > 1000000 || isNaN(data37)){
const err82 = {instancePath:instancePath+"/upstream/maxConnections",schemaPath:"#/properties/upstream/properties/maxConnections/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.upstream.properties.maxConnections,data:data37};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(data37 < 0 || isNaN(data37)){
const err83 = {instancePath:instancePath+"/upstream/maxConnections",schemaPath:"#/properties/upstream/properties/maxConnections/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.maxConnections,data:data37};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
}
let data38 = data.forwardAuth;
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.enabled === undefined){
data38.enabled = false;
}
if(data38.listen === undefined){
data38.listen = null;
}
if(data38.grpc === undefined){
data38.grpc = null;
}
if(data38.trustedProxies === undefined){
data38.trustedProxies = null;
}
if(data38.origins === undefined){
data38.origins = [];
}
for(const key6 in data38){
if(!(((((key6 === "enabled") || (key6 === "listen")) || (key6 === "grpc")) || (key6 === "trustedProxies")) || (key6 === "origins"))){
const err84 = {instancePath:instancePath+"/forwardAuth",schemaPath:"#/properties/forwardAuth/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth,data:data38};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
let data39 = data38.enabled;
if(typeof data39 !== "boolean"){
const err85 = {instancePath:instancePath+"/forwardAuth/enabled",schemaPath:"#/properties/forwardAuth/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.forwardAuth.properties.enabled.type,parentSchema:schema11.properties.forwardAuth.properties.enabled,data:data39};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
let data40 = data38.listen;
if((!(data40 && typeof data40 == "object" && !Array.isArray(data40))) && (data40 !== null)){
const err86 = {instancePath:instancePath+"/forwardAuth/listen",schemaPath:"#/properties/forwardAuth/properties/listen/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.listen.type},message:"must be object,null",schema:schema11.properties.forwardAuth.properties.listen.type,parentSchema:schema11.properties.forwardAuth.properties.listen,data:data40};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
if(data40.host === undefined){
data40.host = "127.0.0.1";
}
if(data40.port === undefined){
data40.port = 8081;
}
for(const key7 in data40){
if(!((key7 === "host") || (key7 === "port"))){
const err87 = {instancePath:instancePath+"/forwardAuth/listen",schemaPath:"#/properties/forwardAuth/properties/listen/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth.properties.listen,data:data40};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
let data41 = data40.host;
if(typeof data41 !== "string"){
const err88 = {instancePath:instancePath+"/forwardAuth/listen/host",schemaPath:"#/properties/forwardAuth/properties/listen/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.listen.properties.host.type,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.host,data:data41};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
let data42 = data40.port;
if(!(((typeof data42 == "number") && (!(data42 % 1) && !isNaN(data42))) && (isFinite(data42)))){
const err89 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.forwardAuth.properties.listen.properties.port.type,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data42};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if((typeof data42 == "number") && (isFinite(data42))){
if(data42 > 65535 || isNaN(data42)){
const err90 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data42};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(data42 < 0 || isNaN(data42)){
const err91 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data42};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
}
let data43 = data38.grpc;
if((!(data43 && typeof data43 == "object" && !Array.isArray(data43))) && (data43 !== null)){
const err92 = {instancePath:instancePath+"/forwardAuth/grpc",schemaPath:"#/properties/forwardAuth/properties/grpc/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.grpc.type},message:"must be object,null",schema:schema11.properties.forwardAuth.properties.grpc.type,parentSchema:schema11.properties.forwardAuth.properties.grpc,data:data43};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
if(data43.host === undefined){
data43.host = "127.0.0.1";
}
if(data43.port === undefined){
data43.port = 8081;
}
for(const key8 in data43){
if(!((key8 === "host") || (key8 === "port"))){
const err93 = {instancePath:instancePath+"/forwardAuth/grpc",schemaPath:"#/properties/forwardAuth/properties/grpc/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth.properties.grpc,data:data43};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
let data44 = data43.host;
if(typeof data44 !== "string"){
const err94 = {instancePath:instancePath+"/forwardAuth/grpc/host",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.grpc.properties.host.type,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.host,data:data44};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
let data45 = data43.port;
if(!(((typeof data45 == "number") && (!(data45 % 1) && !isNaN(data45))) && (isFinite(data45)))){
const err95 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.forwardAuth.properties.grpc.properties.port.type,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data45};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
if((typeof data45 == "number") && (isFinite(data45))){
if(data45 > 65535 || isNaN(data45)){
const err96 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data45};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if(data45 < 0 || isNaN(data45)){
const err97 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data45};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
}
let data46 = data38.trustedProxies;
if((!(Array.isArray(data46))) && (data46 !== null)){
const err98 = {instancePath:instancePath+"/forwardAuth/trustedProxies",schemaPath:"#/properties/forwardAuth/properties/trustedProxies/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.trustedProxies.type},message:"must be array,null",schema:schema11.properties.forwardAuth.properties.trustedProxies.type,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies,data:data46};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(Array.isArray(data46)){
const len3 = data46.length;
for(let i3=0; i3<len3; i3++){
let data47 = data46[i3];
if(typeof data47 === "string"){
if(func3(data47) < 1){
const err99 = {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i3,schemaPath:"#/properties/forwardAuth/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies.items,data:data47};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
else {
const err100 = {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i3,schemaPath:"#/properties/forwardAuth/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.trustedProxies.items.type,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies.items,data:data47};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
}
let data48 = data38.origins;
if(Array.isArray(data48)){
const len4 = data48.length;
for(let i4=0; i4<len4; i4++){
let data49 = data48[i4];
if(typeof data49 === "string"){
if(func3(data49) < 1){
const err101 = {instancePath:instancePath+"/forwardAuth/origins/" + i4,schemaPath:"#/properties/forwardAuth/properties/origins/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.forwardAuth.properties.origins.items,data:data49};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
else {
const err102 = {instancePath:instancePath+"/forwardAuth/origins/" + i4,schemaPath:"#/properties/forwardAuth/properties/origins/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.origins.items.type,parentSchema:schema11.properties.forwardAuth.properties.origins.items,data:data49};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
}
else {
const err103 = {instancePath:instancePath+"/forwardAuth/origins",schemaPath:"#/properties/forwardAuth/properties/origins/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.forwardAuth.properties.origins.type,parentSchema:schema11.properties.forwardAuth.properties.origins,data:data48};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
else {
const err104 = {instancePath:instancePath+"/forwardAuth",schemaPath:"#/properties/forwardAuth/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.forwardAuth.type,parentSchema:schema11.properties.forwardAuth,data:data38};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
let data50 = data.identityPlatform;
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
if(data50.apiKey === undefined){
data50.apiKey = "";
}
if(data50.apiKeyFile === undefined){
data50.apiKeyFile = null;
}
if(data50.tenantId === undefined){
data50.tenantId = null;
}
if(data50.tenants === undefined){
data50.tenants = {};
}
if(data50.credentials === undefined){
data50.credentials = "";
}
if(data50.credentialsFile === undefined){
data50.credentialsFile = null;
}
if(data50.serviceAccountEmail === undefined){
data50.serviceAccountEmail = null;
}
if(data50.authDomain === undefined){
data50.authDomain = null;
}
if(data50.allowAnonymous === undefined){
data50.allowAnonymous = false;
}
if(data50.emulatorHost === undefined){
data50.emulatorHost = null;
}
if(data50.emulatorAnywhere === undefined){
data50.emulatorAnywhere = false;
}
if(data50.endpoints === undefined){
data50.endpoints = {};
}
if(data50.projectId === undefined){
const err105 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/required",keyword:"required",params:{missingProperty: "projectId"},message:"must have required property '"+"projectId"+"'",schema:schema11.properties.identityPlatform.required,parentSchema:schema11.properties.identityPlatform,data:data50};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
for(const key9 in data50){
if(!(func2.call(schema11.properties.identityPlatform.properties, key9))){
const err106 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform,data:data50};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data50.projectId !== undefined){
let data51 = data50.projectId;
if(typeof data51 === "string"){
if(func3(data51) > 64){
const err107 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data51};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(!pattern6.test(data51)){
const err108 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9:.-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9:.-]*$"+"\"",schema:"^[a-z0-9][a-z0-9:.-]*$",parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data51};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
else {
const err109 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.projectId.type,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data51};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
let data52 = data50.apiKey;
if(typeof data52 !== "string"){
const err110 = {instancePath:instancePath+"/identityPlatform/apiKey",schemaPath:"#/properties/identityPlatform/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.apiKey.type,parentSchema:schema11.properties.identityPlatform.properties.apiKey,data:data52};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
let data53 = data50.apiKeyFile;
if((typeof data53 !== "string") && (data53 !== null)){
const err111 = {instancePath:instancePath+"/identityPlatform/apiKeyFile",schemaPath:"#/properties/identityPlatform/properties/apiKeyFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.apiKeyFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.apiKeyFile.type,parentSchema:schema11.properties.identityPlatform.properties.apiKeyFile,data:data53};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
let data54 = data50.tenantId;
if((typeof data54 !== "string") && (data54 !== null)){
const err112 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.tenantId.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.tenantId.type,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data54};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(typeof data54 === "string"){
if(func3(data54) < 1){
const err113 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data54};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
let data55 = data50.tenants;
if(data55 && typeof data55 == "object" && !Array.isArray(data55)){
for(const key10 in data55){
if(!(pattern7.test(key10))){
const err114 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data55};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
for(const key11 in data55){
if(pattern7.test(key11)){
let data56 = data55[key11];
if(typeof data56 === "string"){
if(func3(data56) < 1){
const err115 = {instancePath:instancePath+"/identityPlatform/tenants/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data56};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
if(!pattern9.test(data56)){
const err116 = {instancePath:instancePath+"/identityPlatform/tenants/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data56};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
else {
const err117 = {instancePath:instancePath+"/identityPlatform/tenants/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"].type,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data56};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
}
}
else {
const err118 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.tenants.type,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data55};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
let data57 = data50.credentials;
if(typeof data57 !== "string"){
const err119 = {instancePath:instancePath+"/identityPlatform/credentials",schemaPath:"#/properties/identityPlatform/properties/credentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.credentials.type,parentSchema:schema11.properties.identityPlatform.properties.credentials,data:data57};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
let data58 = data50.credentialsFile;
if((typeof data58 !== "string") && (data58 !== null)){
const err120 = {instancePath:instancePath+"/identityPlatform/credentialsFile",schemaPath:"#/properties/identityPlatform/properties/credentialsFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.credentialsFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.credentialsFile.type,parentSchema:schema11.properties.identityPlatform.properties.credentialsFile,data:data58};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
let data59 = data50.serviceAccountEmail;
if((typeof data59 !== "string") && (data59 !== null)){
const err121 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.serviceAccountEmail.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.serviceAccountEmail.type,parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data59};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if(typeof data59 === "string"){
if(!pattern10.test(data59)){
const err122 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"+"\"",schema:"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$",parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data59};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
let data60 = data50.authDomain;
if((typeof data60 !== "string") && (data60 !== null)){
const err123 = {instancePath:instancePath+"/identityPlatform/authDomain",schemaPath:"#/properties/identityPlatform/properties/authDomain/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.authDomain.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.authDomain.type,parentSchema:schema11.properties.identityPlatform.properties.authDomain,data:data60};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
let data61 = data50.allowAnonymous;
if(typeof data61 !== "boolean"){
const err124 = {instancePath:instancePath+"/identityPlatform/allowAnonymous",schemaPath:"#/properties/identityPlatform/properties/allowAnonymous/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.allowAnonymous.type,parentSchema:schema11.properties.identityPlatform.properties.allowAnonymous,data:data61};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
let data62 = data50.emulatorHost;
if((typeof data62 !== "string") && (data62 !== null)){
const err125 = {instancePath:instancePath+"/identityPlatform/emulatorHost",schemaPath:"#/properties/identityPlatform/properties/emulatorHost/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.emulatorHost.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.emulatorHost.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorHost,data:data62};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
let data63 = data50.emulatorAnywhere;
if(typeof data63 !== "boolean"){
const err126 = {instancePath:instancePath+"/identityPlatform/emulatorAnywhere",schemaPath:"#/properties/identityPlatform/properties/emulatorAnywhere/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.emulatorAnywhere.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorAnywhere,data:data63};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
let data64 = data50.endpoints;
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(data64.identityToolkit === undefined){
data64.identityToolkit = "https://identitytoolkit.googleapis.com";
}
if(data64.secureToken === undefined){
data64.secureToken = "https://securetoken.googleapis.com";
}
if(data64.certificates === undefined){
data64.certificates = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
}
if(data64.oauthToken === undefined){
data64.oauthToken = "https://oauth2.googleapis.com/token";
}
if(data64.sts === undefined){
data64.sts = "https://sts.googleapis.com/v1/token";
}
if(data64.iamCredentials === undefined){
data64.iamCredentials = "https://iamcredentials.googleapis.com";
}
for(const key12 in data64){
if(!((((((key12 === "identityToolkit") || (key12 === "secureToken")) || (key12 === "certificates")) || (key12 === "oauthToken")) || (key12 === "sts")) || (key12 === "iamCredentials"))){
const err127 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data64};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
let data65 = data64.identityToolkit;
if(typeof data65 !== "string"){
const err128 = {instancePath:instancePath+"/identityPlatform/endpoints/identityToolkit",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/identityToolkit/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit,data:data65};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
let data66 = data64.secureToken;
if(typeof data66 !== "string"){
const err129 = {instancePath:instancePath+"/identityPlatform/endpoints/secureToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/secureToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken,data:data66};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
let data67 = data64.certificates;
if(typeof data67 !== "string"){
const err130 = {instancePath:instancePath+"/identityPlatform/endpoints/certificates",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/certificates/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates,data:data67};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
let data68 = data64.oauthToken;
if(typeof data68 !== "string"){
const err131 = {instancePath:instancePath+"/identityPlatform/endpoints/oauthToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/oauthToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken,data:data68};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
let data69 = data64.sts;
if(typeof data69 !== "string"){
const err132 = {instancePath:instancePath+"/identityPlatform/endpoints/sts",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/sts/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.sts.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.sts,data:data69};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
let data70 = data64.iamCredentials;
if(typeof data70 !== "string"){
const err133 = {instancePath:instancePath+"/identityPlatform/endpoints/iamCredentials",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/iamCredentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials,data:data70};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
else {
const err134 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.endpoints.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data64};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
else {
const err135 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.type,parentSchema:schema11.properties.identityPlatform,data:data50};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
let data71 = data.cookie;
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
if(data71.name === undefined){
data71.name = null;
}
if(data71.allowPlainName === undefined){
data71.allowPlainName = false;
}
if(data71.domain === undefined){
data71.domain = null;
}
if(data71.sameSite === undefined){
data71.sameSite = "lax";
}
if(data71.signatureKeys === undefined){
data71.signatureKeys = [];
}
if(data71.signatureKeysFile === undefined){
data71.signatureKeysFile = null;
}
for(const key13 in data71){
if(!((((((key13 === "name") || (key13 === "allowPlainName")) || (key13 === "domain")) || (key13 === "sameSite")) || (key13 === "signatureKeys")) || (key13 === "signatureKeysFile"))){
const err136 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.cookie,data:data71};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
let data72 = data71.name;
if((typeof data72 !== "string") && (data72 !== null)){
const err137 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/type",keyword:"type",params:{type: schema11.properties.cookie.properties.name.type},message:"must be string,null",schema:schema11.properties.cookie.properties.name.type,parentSchema:schema11.properties.cookie.properties.name,data:data72};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
if(typeof data72 === "string"){
if(!pattern11.test(data72)){
const err138 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.cookie.properties.name,data:data72};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
let data73 = data71.allowPlainName;
if(typeof data73 !== "boolean"){
const err139 = {instancePath:instancePath+"/cookie/allowPlainName",schemaPath:"#/properties/cookie/properties/allowPlainName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.cookie.properties.allowPlainName.type,parentSchema:schema11.properties.cookie.properties.allowPlainName,data:data73};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
let data74 = data71.domain;
if((typeof data74 !== "string") && (data74 !== null)){
const err140 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/type",keyword:"type",params:{type: schema11.properties.cookie.properties.domain.type},message:"must be string,null",schema:schema11.properties.cookie.properties.domain.type,parentSchema:schema11.properties.cookie.properties.domain,data:data74};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
if(typeof data74 === "string"){
if(!pattern12.test(data74)){
const err141 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\"",schema:"^[a-z0-9.-]+$",parentSchema:schema11.properties.cookie.properties.domain,data:data74};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
let data75 = data71.sameSite;
if(!(((data75 === "lax") || (data75 === "strict")) || (data75 === "none"))){
const err142 = {instancePath:instancePath+"/cookie/sameSite",schemaPath:"#/properties/cookie/properties/sameSite/enum",keyword:"enum",params:{allowedValues: schema11.properties.cookie.properties.sameSite.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.cookie.properties.sameSite.enum,parentSchema:schema11.properties.cookie.properties.sameSite,data:data75};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
let data76 = data71.signatureKeys;
if(Array.isArray(data76)){
const len5 = data76.length;
for(let i5=0; i5<len5; i5++){
let data77 = data76[i5];
if(typeof data77 === "string"){
if(func3(data77) < 1){
const err143 = {instancePath:instancePath+"/cookie/signatureKeys/" + i5,schemaPath:"#/properties/cookie/properties/signatureKeys/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data77};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
else {
const err144 = {instancePath:instancePath+"/cookie/signatureKeys/" + i5,schemaPath:"#/properties/cookie/properties/signatureKeys/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.cookie.properties.signatureKeys.items.type,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data77};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
}
else {
const err145 = {instancePath:instancePath+"/cookie/signatureKeys",schemaPath:"#/properties/cookie/properties/signatureKeys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.cookie.properties.signatureKeys.type,parentSchema:schema11.properties.cookie.properties.signatureKeys,data:data76};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
let data78 = data71.signatureKeysFile;
if((typeof data78 !== "string") && (data78 !== null)){
const err146 = {instancePath:instancePath+"/cookie/signatureKeysFile",schemaPath:"#/properties/cookie/properties/signatureKeysFile/type",keyword:"type",params:{type: schema11.properties.cookie.properties.signatureKeysFile.type},message:"must be string,null",schema:schema11.properties.cookie.properties.signatureKeysFile.type,parentSchema:schema11.properties.cookie.properties.signatureKeysFile,data:data78};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
else {
const err147 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.cookie.type,parentSchema:schema11.properties.cookie,data:data71};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
let data79 = data.hsts;
if((!(data79 && typeof data79 == "object" && !Array.isArray(data79))) && (data79 !== null)){
const err148 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/type",keyword:"type",params:{type: schema11.properties.hsts.type},message:"must be object,null",schema:schema11.properties.hsts.type,parentSchema:schema11.properties.hsts,data:data79};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(data79.maxAgeSeconds === undefined){
data79.maxAgeSeconds = 31536000;
}
if(data79.includeSubDomains === undefined){
data79.includeSubDomains = false;
}
if(data79.preload === undefined){
data79.preload = false;
}
for(const key14 in data79){
if(!(((key14 === "maxAgeSeconds") || (key14 === "includeSubDomains")) || (key14 === "preload"))){
const err149 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.hsts,data:data79};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
let data80 = data79.maxAgeSeconds;
if(!(((typeof data80 == "number") && (!(data80 % 1) && !isNaN(data80))) && (isFinite(data80)))){
const err150 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.hsts.properties.maxAgeSeconds.type,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data80};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
if((typeof data80 == "number") && (isFinite(data80))){
if(data80 > 315360000 || isNaN(data80)){
const err151 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000",schema:315360000,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data80};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
if(data80 < 0 || isNaN(data80)){
const err152 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data80};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
let data81 = data79.includeSubDomains;
if(typeof data81 !== "boolean"){
const err153 = {instancePath:instancePath+"/hsts/includeSubDomains",schemaPath:"#/properties/hsts/properties/includeSubDomains/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.includeSubDomains.type,parentSchema:schema11.properties.hsts.properties.includeSubDomains,data:data81};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
let data82 = data79.preload;
if(typeof data82 !== "boolean"){
const err154 = {instancePath:instancePath+"/hsts/preload",schemaPath:"#/properties/hsts/properties/preload/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.preload.type,parentSchema:schema11.properties.hsts.properties.preload,data:data82};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
let data83 = data.session;
if(data83 && typeof data83 == "object" && !Array.isArray(data83)){
if(data83.absoluteSeconds === undefined){
data83.absoluteSeconds = 1209600;
}
if(data83.idleSeconds === undefined){
data83.idleSeconds = 0;
}
if(data83.revocationCheckSeconds === undefined){
data83.revocationCheckSeconds = 300;
}
if(data83.expiredGraceSeconds === undefined){
data83.expiredGraceSeconds = 0;
}
if(data83.acquire === undefined){
data83.acquire = "auto";
}
if(data83.maxSignInAgeSeconds === undefined){
data83.maxSignInAgeSeconds = 900;
}
if(data83.requireVerifiedEmail === undefined){
data83.requireVerifiedEmail = false;
}
if(data83.visibleClaims === undefined){
data83.visibleClaims = null;
}
if(data83.signInProviders === undefined){
data83.signInProviders = null;
}
if(data83.signInsPerMinute === undefined){
data83.signInsPerMinute = 300;
}
if(data83.cacheBytes === undefined){
data83.cacheBytes = 67108864;
}
for(const key15 in data83){
if(!(func2.call(schema11.properties.session.properties, key15))){
const err155 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.session,data:data83};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
let data84 = data83.absoluteSeconds;
if(!(((typeof data84 == "number") && (!(data84 % 1) && !isNaN(data84))) && (isFinite(data84)))){
const err156 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.absoluteSeconds.type,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data84};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if((typeof data84 == "number") && (isFinite(data84))){
if(data84 > 31536000 || isNaN(data84)){
const err157 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data84};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
if(data84 < 60 || isNaN(data84)){
const err158 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data84};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
let data85 = data83.idleSeconds;
if(!(((typeof data85 == "number") && (!(data85 % 1) && !isNaN(data85))) && (isFinite(data85)))){
const err159 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.idleSeconds.type,parentSchema:schema11.properties.session.properties.idleSeconds,data:data85};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
if((typeof data85 == "number") && (isFinite(data85))){
if(data85 > 31536000 || isNaN(data85)){
const err160 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.idleSeconds,data:data85};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
if(data85 < 0 || isNaN(data85)){
const err161 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.idleSeconds,data:data85};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
let data86 = data83.revocationCheckSeconds;
if(!(((typeof data86 == "number") && (!(data86 % 1) && !isNaN(data86))) && (isFinite(data86)))){
const err162 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.revocationCheckSeconds.type,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data86};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
if((typeof data86 == "number") && (isFinite(data86))){
if(data86 > 86400 || isNaN(data86)){
const err163 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data86};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
if(data86 < 0 || isNaN(data86)){
const err164 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data86};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
let data87 = data83.expiredGraceSeconds;
if(!(((typeof data87 == "number") && (!(data87 % 1) && !isNaN(data87))) && (isFinite(data87)))){
const err165 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.expiredGraceSeconds.type,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data87};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
if((typeof data87 == "number") && (isFinite(data87))){
if(data87 > 86400 || isNaN(data87)){
const err166 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data87};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
if(data87 < 0 || isNaN(data87)){
const err167 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data87};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
let data88 = data83.acquire;
if(!(((data88 === "auto") || (data88 === "exchange")) || (data88 === "handover"))){
const err168 = {instancePath:instancePath+"/session/acquire",schemaPath:"#/properties/session/properties/acquire/enum",keyword:"enum",params:{allowedValues: schema11.properties.session.properties.acquire.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.session.properties.acquire.enum,parentSchema:schema11.properties.session.properties.acquire,data:data88};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
let data89 = data83.maxSignInAgeSeconds;
if(!(((typeof data89 == "number") && (!(data89 % 1) && !isNaN(data89))) && (isFinite(data89)))){
const err169 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.maxSignInAgeSeconds.type,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data89};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
if((typeof data89 == "number") && (isFinite(data89))){
if(data89 > 86400 || isNaN(data89)){
const err170 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data89};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
if(data89 < 60 || isNaN(data89)){
const err171 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data89};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
}
let data90 = data83.requireVerifiedEmail;
if(typeof data90 !== "boolean"){
const err172 = {instancePath:instancePath+"/session/requireVerifiedEmail",schemaPath:"#/properties/session/properties/requireVerifiedEmail/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.session.properties.requireVerifiedEmail.type,parentSchema:schema11.properties.session.properties.requireVerifiedEmail,data:data90};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
let data91 = data83.visibleClaims;
if(((!(Array.isArray(data91))) && (typeof data91 !== "string")) && (data91 !== null)){
const err173 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/type",keyword:"type",params:{type: schema11.properties.session.properties.visibleClaims.type},message:"must be array,string,null",schema:schema11.properties.session.properties.visibleClaims.type,parentSchema:schema11.properties.session.properties.visibleClaims,data:data91};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
if(typeof data91 === "string"){
if(!pattern13.test(data91)){
const err174 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/pattern",keyword:"pattern",params:{pattern: "^all$"},message:"must match pattern \""+"^all$"+"\"",schema:"^all$",parentSchema:schema11.properties.session.properties.visibleClaims,data:data91};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
}
if(Array.isArray(data91)){
const len6 = data91.length;
for(let i6=0; i6<len6; i6++){
let data92 = data91[i6];
if(typeof data92 === "string"){
if(func3(data92) < 1){
const err175 = {instancePath:instancePath+"/session/visibleClaims/" + i6,schemaPath:"#/properties/session/properties/visibleClaims/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data92};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
else {
const err176 = {instancePath:instancePath+"/session/visibleClaims/" + i6,schemaPath:"#/properties/session/properties/visibleClaims/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.visibleClaims.items.type,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data92};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
}
let data93 = data83.signInProviders;
if((!(Array.isArray(data93))) && (data93 !== null)){
const err177 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/type",keyword:"type",params:{type: schema11.properties.session.properties.signInProviders.type},message:"must be array,null",schema:schema11.properties.session.properties.signInProviders.type,parentSchema:schema11.properties.session.properties.signInProviders,data:data93};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
if(Array.isArray(data93)){
if(data93.length < 1){
const err178 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.session.properties.signInProviders,data:data93};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
const len7 = data93.length;
for(let i7=0; i7<len7; i7++){
let data94 = data93[i7];
if(typeof data94 === "string"){
if(func3(data94) > 128){
const err179 = {instancePath:instancePath+"/session/signInProviders/" + i7,schemaPath:"#/properties/session/properties/signInProviders/items/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data94};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
if(func3(data94) < 1){
const err180 = {instancePath:instancePath+"/session/signInProviders/" + i7,schemaPath:"#/properties/session/properties/signInProviders/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data94};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
else {
const err181 = {instancePath:instancePath+"/session/signInProviders/" + i7,schemaPath:"#/properties/session/properties/signInProviders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.signInProviders.items.type,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data94};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
}
let i8 = data93.length;
let j0;
if(i8 > 1){
const indices0 = {};
for(;i8--;){
let item0 = data93[i8];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err182 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/uniqueItems",keyword:"uniqueItems",params:{i: i8, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i8+" are identical)",schema:true,parentSchema:schema11.properties.session.properties.signInProviders,data:data93};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
break;
}
indices0[item0] = i8;
}
}
}
let data95 = data83.signInsPerMinute;
if(!(((typeof data95 == "number") && (!(data95 % 1) && !isNaN(data95))) && (isFinite(data95)))){
const err183 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.signInsPerMinute.type,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data95};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
if((typeof data95 == "number") && (isFinite(data95))){
if(data95 > 1000000 || isNaN(data95)){
const err184 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data95};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
if(data95 < 0 || isNaN(data95)){
const err185 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data95};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
}
let data96 = data83.cacheBytes;
if(!(((typeof data96 == "number") && (!(data96 % 1) && !isNaN(data96))) && (isFinite(data96)))){
const err186 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.cacheBytes.type,parentSchema:schema11.properties.session.properties.cacheBytes,data:data96};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
if((typeof data96 == "number") && (isFinite(data96))){
if(data96 > 17179869184 || isNaN(data96)){
const err187 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 17179869184},message:"must be <= 17179869184",schema:17179869184,parentSchema:schema11.properties.session.properties.cacheBytes,data:data96};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
if(data96 < 1048576 || isNaN(data96)){
const err188 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema11.properties.session.properties.cacheBytes,data:data96};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
}
else {
const err189 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.session.type,parentSchema:schema11.properties.session,data:data83};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
let data97 = data.logout;
if(data97 && typeof data97 == "object" && !Array.isArray(data97)){
if(data97.clearSiteData === undefined){
data97.clearSiteData = [];
}
for(const key16 in data97){
if(!(key16 === "clearSiteData")){
const err190 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.logout,data:data97};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
let data98 = data97.clearSiteData;
if(Array.isArray(data98)){
const len8 = data98.length;
for(let i9=0; i9<len8; i9++){
let data99 = data98[i9];
if(!((data99 === "cache") || (data99 === "storage"))){
const err191 = {instancePath:instancePath+"/logout/clearSiteData/" + i9,schemaPath:"#/properties/logout/properties/clearSiteData/items/enum",keyword:"enum",params:{allowedValues: schema11.properties.logout.properties.clearSiteData.items.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.logout.properties.clearSiteData.items.enum,parentSchema:schema11.properties.logout.properties.clearSiteData.items,data:data99};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
let i10 = data98.length;
let j1;
if(i10 > 1){
outer0:
for(;i10--;){
for(j1 = i10; j1--;){
if(func0(data98[i10], data98[j1])){
const err192 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/uniqueItems",keyword:"uniqueItems",params:{i: i10, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i10+" are identical)",schema:true,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data98};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err193 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.logout.properties.clearSiteData.type,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data98};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
else {
const err194 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.logout.type,parentSchema:schema11.properties.logout,data:data97};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
let data100 = data.paths;
if(data100 && typeof data100 == "object" && !Array.isArray(data100)){
if(data100.login === undefined){
data100.login = "/login";
}
if(data100.logout === undefined){
data100.logout = "/logout";
}
if(data100.refresh === undefined){
data100.refresh = "/_auth/refresh";
}
if(data100.session === undefined){
data100.session = "/_auth/session";
}
if(data100.verify === undefined){
data100.verify = "/_auth/verify";
}
if(data100.home === undefined){
data100.home = "/";
}
for(const key17 in data100){
if(!((((((key17 === "login") || (key17 === "logout")) || (key17 === "refresh")) || (key17 === "session")) || (key17 === "verify")) || (key17 === "home"))){
const err195 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.paths,data:data100};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
let data101 = data100.login;
if(typeof data101 === "string"){
if(!pattern14.test(data101)){
const err196 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.login,data:data101};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
}
else {
const err197 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.login.type,parentSchema:schema11.properties.paths.properties.login,data:data101};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
let data102 = data100.logout;
if(typeof data102 === "string"){
if(!pattern14.test(data102)){
const err198 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.logout,data:data102};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
else {
const err199 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.logout.type,parentSchema:schema11.properties.paths.properties.logout,data:data102};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
let data103 = data100.refresh;
if(typeof data103 === "string"){
if(!pattern14.test(data103)){
const err200 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.refresh,data:data103};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
}
else {
const err201 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.refresh.type,parentSchema:schema11.properties.paths.properties.refresh,data:data103};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
let data104 = data100.session;
if(typeof data104 === "string"){
if(!pattern14.test(data104)){
const err202 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.session,data:data104};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
}
else {
const err203 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.session.type,parentSchema:schema11.properties.paths.properties.session,data:data104};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
let data105 = data100.verify;
if(typeof data105 === "string"){
if(!pattern14.test(data105)){
const err204 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.verify,data:data105};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
}
else {
const err205 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.verify.type,parentSchema:schema11.properties.paths.properties.verify,data:data105};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
let data106 = data100.home;
if(typeof data106 === "string"){
if(!pattern14.test(data106)){
const err206 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.home,data:data106};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
}
else {
const err207 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.home.type,parentSchema:schema11.properties.paths.properties.home,data:data106};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
else {
const err208 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.paths.type,parentSchema:schema11.properties.paths,data:data100};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
let data107 = data.redirectParameter;
if(typeof data107 === "string"){
if(!pattern11.test(data107)){
const err209 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.redirectParameter,data:data107};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
}
else {
const err210 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.redirectParameter.type,parentSchema:schema11.properties.redirectParameter,data:data107};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
let data108 = data.identityHeaders;
if(data108 && typeof data108 == "object" && !Array.isArray(data108)){
for(const key18 in data108){
if(!(pattern5.test(key18))){
const err211 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityHeaders,data:data108};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
for(const key19 in data108){
if(pattern5.test(key19)){
let data109 = data108[key19];
if((typeof data109 !== "string") && (data109 !== null)){
const err212 = {instancePath:instancePath+"/identityHeaders/" + key19.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityHeaders/patternProperties/%5E%5Ba-z0-9%5D%5Ba-z0-9-%5D*%24/type",keyword:"type",params:{type: schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type},message:"must be string,null",schema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type,parentSchema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"],data:data109};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
}
}
}
else {
const err213 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityHeaders.type,parentSchema:schema11.properties.identityHeaders,data:data108};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
let data110 = data.access;
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
if(data110.default === undefined){
data110.default = "signed-in";
}
if(data110.rules === undefined){
data110.rules = [];
}
for(const key20 in data110){
if(!((key20 === "default") || (key20 === "rules"))){
const err214 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access,data:data110};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
}
let data111 = data110.default;
if(!((((data111 === "public") || (data111 === "optional")) || (data111 === "signed-in")) || (data111 === "deny"))){
const err215 = {instancePath:instancePath+"/access/default",schemaPath:"#/properties/access/properties/default/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.default.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.default.enum,parentSchema:schema11.properties.access.properties.default,data:data111};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
let data112 = data110.rules;
if(Array.isArray(data112)){
const len9 = data112.length;
for(let i11=0; i11<len9; i11++){
let data113 = data112[i11];
if(data113 && typeof data113 == "object" && !Array.isArray(data113)){
if(data113.path === undefined){
const err216 = {instancePath:instancePath+"/access/rules/" + i11,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data113};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
if(data113.allow === undefined){
const err217 = {instancePath:instancePath+"/access/rules/" + i11,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data113};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
for(const key21 in data113){
if(!(((((key21 === "path") || (key21 === "host")) || (key21 === "methods")) || (key21 === "allow")) || (key21 === "require"))){
const err218 = {instancePath:instancePath+"/access/rules/" + i11,schemaPath:"#/properties/access/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key21},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items,data:data113};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
}
if(data113.path !== undefined){
let data114 = data113.path;
if(typeof data114 === "string"){
if(!pattern23.test(data114)){
const err219 = {instancePath:instancePath+"/access/rules/" + i11+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\"",schema:"^/[^*?#\\s]*(/\\*)?$|^/\\*$",parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data114};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
else {
const err220 = {instancePath:instancePath+"/access/rules/" + i11+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.path.type,parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data114};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
}
if(data113.host !== undefined){
let data115 = data113.host;
if(typeof data115 === "string"){
if(!pattern24.test(data115)){
const err221 = {instancePath:instancePath+"/access/rules/" + i11+"/host",schemaPath:"#/properties/access/properties/rules/items/properties/host/pattern",keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.access.properties.rules.items.properties.host,data:data115};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
else {
const err222 = {instancePath:instancePath+"/access/rules/" + i11+"/host",schemaPath:"#/properties/access/properties/rules/items/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.host.type,parentSchema:schema11.properties.access.properties.rules.items.properties.host,data:data115};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
if(data113.methods !== undefined){
let data116 = data113.methods;
if(Array.isArray(data116)){
if(data116.length < 1){
const err223 = {instancePath:instancePath+"/access/rules/" + i11+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data116};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
const len10 = data116.length;
for(let i12=0; i12<len10; i12++){
let data117 = data116[i12];
if(typeof data117 === "string"){
if(!pattern25.test(data117)){
const err224 = {instancePath:instancePath+"/access/rules/" + i11+"/methods/" + i12,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\"",schema:"^[A-Z]+$",parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data117};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
}
else {
const err225 = {instancePath:instancePath+"/access/rules/" + i11+"/methods/" + i12,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.methods.items.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data117};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
}
}
else {
const err226 = {instancePath:instancePath+"/access/rules/" + i11+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.items.properties.methods.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data116};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
}
if(data113.allow !== undefined){
let data118 = data113.allow;
const _errs252 = errors;
let valid44 = true;
const _errs253 = errors;
if(!(data118 && typeof data118 == "object" && !Array.isArray(data118))){
const err227 = {};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
var _valid0 = _errs253 === errors;
errors = _errs252;
if(vErrors !== null){
if(_errs252){
vErrors.length = _errs252;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs255 = errors;
if(!(validate11(data118, {instancePath:instancePath+"/access/rules/" + i11+"/allow",parentData:data113,parentDataProperty:"allow",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var _valid0 = _errs255 === errors;
valid44 = _valid0;
ifClause0 = "then";
}
else {
const _errs256 = errors;
if(!((((data118 === "public") || (data118 === "optional")) || (data118 === "signed-in")) || (data118 === "deny"))){
const err228 = {instancePath:instancePath+"/access/rules/" + i11+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/else/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.rules.items.properties.allow.else.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.rules.items.properties.allow.else.enum,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.else,data:data118};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
var _valid0 = _errs256 === errors;
valid44 = _valid0;
ifClause0 = "else";
}
if(!valid44){
const err229 = {instancePath:instancePath+"/access/rules/" + i11+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema11.properties.access.properties.rules.items.properties.allow.if,parentSchema:schema11.properties.access.properties.rules.items.properties.allow,data:data118};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
}
if(data113.require !== undefined){
let data119 = data113.require;
if(data119 && typeof data119 == "object" && !Array.isArray(data119)){
for(const key22 in data119){
if(!((key22 === "secondFactor") || (key22 === "signedInWithin"))){
const err230 = {instancePath:instancePath+"/access/rules/" + i11+"/require",schemaPath:"#/properties/access/properties/rules/items/properties/require/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items.properties.require,data:data119};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
}
if(data119.secondFactor !== undefined){
let data120 = data119.secondFactor;
if(typeof data120 !== "boolean"){
const err231 = {instancePath:instancePath+"/access/rules/" + i11+"/require/secondFactor",schemaPath:"#/properties/access/properties/rules/items/properties/require/properties/secondFactor/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.access.properties.rules.items.properties.require.properties.secondFactor.type,parentSchema:schema11.properties.access.properties.rules.items.properties.require.properties.secondFactor,data:data120};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
if(data119.signedInWithin !== undefined){
let data121 = data119.signedInWithin;
if(!(((typeof data121 == "number") && (!(data121 % 1) && !isNaN(data121))) && (isFinite(data121)))){
const err232 = {instancePath:instancePath+"/access/rules/" + i11+"/require/signedInWithin",schemaPath:"#/properties/access/properties/rules/items/properties/require/properties/signedInWithin/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.access.properties.rules.items.properties.require.properties.signedInWithin.type,parentSchema:schema11.properties.access.properties.rules.items.properties.require.properties.signedInWithin,data:data121};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
if((typeof data121 == "number") && (isFinite(data121))){
if(data121 < 60 || isNaN(data121)){
const err233 = {instancePath:instancePath+"/access/rules/" + i11+"/require/signedInWithin",schemaPath:"#/properties/access/properties/rules/items/properties/require/properties/signedInWithin/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.access.properties.rules.items.properties.require.properties.signedInWithin,data:data121};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
}
}
}
else {
const err234 = {instancePath:instancePath+"/access/rules/" + i11+"/require",schemaPath:"#/properties/access/properties/rules/items/properties/require/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.properties.require.type,parentSchema:schema11.properties.access.properties.rules.items.properties.require,data:data119};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
}
else {
const err235 = {instancePath:instancePath+"/access/rules/" + i11,schemaPath:"#/properties/access/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.type,parentSchema:schema11.properties.access.properties.rules.items,data:data113};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
}
else {
const err236 = {instancePath:instancePath+"/access/rules",schemaPath:"#/properties/access/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.type,parentSchema:schema11.properties.access.properties.rules,data:data112};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
}
else {
const err237 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.type,parentSchema:schema11.properties.access,data:data110};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
let data122 = data.cors;
if(data122 && typeof data122 == "object" && !Array.isArray(data122)){
if(data122.origins === undefined){
data122.origins = [];
}
if(data122.credentials === undefined){
data122.credentials = false;
}
for(const key23 in data122){
if(!((key23 === "origins") || (key23 === "credentials"))){
const err238 = {instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.cors,data:data122};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
}
let data123 = data122.origins;
if(Array.isArray(data123)){
const len11 = data123.length;
for(let i13=0; i13<len11; i13++){
let data124 = data123[i13];
if(typeof data124 === "string"){
if(func3(data124) < 1){
const err239 = {instancePath:instancePath+"/cors/origins/" + i13,schemaPath:"#/properties/cors/properties/origins/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.cors.properties.origins.items,data:data124};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
}
else {
const err240 = {instancePath:instancePath+"/cors/origins/" + i13,schemaPath:"#/properties/cors/properties/origins/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.cors.properties.origins.items.type,parentSchema:schema11.properties.cors.properties.origins.items,data:data124};
if(vErrors === null){
vErrors = [err240];
}
else {
vErrors.push(err240);
}
errors++;
}
}
}
else {
const err241 = {instancePath:instancePath+"/cors/origins",schemaPath:"#/properties/cors/properties/origins/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.cors.properties.origins.type,parentSchema:schema11.properties.cors.properties.origins,data:data123};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
let data125 = data122.credentials;
if(typeof data125 !== "boolean"){
const err242 = {instancePath:instancePath+"/cors/credentials",schemaPath:"#/properties/cors/properties/credentials/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.cors.properties.credentials.type,parentSchema:schema11.properties.cors.properties.credentials,data:data125};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
}
else {
const err243 = {instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.cors.type,parentSchema:schema11.properties.cors,data:data122};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
let data126 = data.keepForms;
if(data126 && typeof data126 == "object" && !Array.isArray(data126)){
if(data126.enabled === undefined){
data126.enabled = false;
}
if(data126.maxBytes === undefined){
data126.maxBytes = 65536;
}
for(const key24 in data126){
if(!((key24 === "enabled") || (key24 === "maxBytes"))){
const err244 = {instancePath:instancePath+"/keepForms",schemaPath:"#/properties/keepForms/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key24},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.keepForms,data:data126};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
}
let data127 = data126.enabled;
if(typeof data127 !== "boolean"){
const err245 = {instancePath:instancePath+"/keepForms/enabled",schemaPath:"#/properties/keepForms/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.keepForms.properties.enabled.type,parentSchema:schema11.properties.keepForms.properties.enabled,data:data127};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
let data128 = data126.maxBytes;
if(!(((typeof data128 == "number") && (!(data128 % 1) && !isNaN(data128))) && (isFinite(data128)))){
const err246 = {instancePath:instancePath+"/keepForms/maxBytes",schemaPath:"#/properties/keepForms/properties/maxBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.keepForms.properties.maxBytes.type,parentSchema:schema11.properties.keepForms.properties.maxBytes,data:data128};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
if((typeof data128 == "number") && (isFinite(data128))){
if(data128 > 1048576 || isNaN(data128)){
const err247 = {instancePath:instancePath+"/keepForms/maxBytes",schemaPath:"#/properties/keepForms/properties/maxBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576",schema:1048576,parentSchema:schema11.properties.keepForms.properties.maxBytes,data:data128};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
if(data128 < 1024 || isNaN(data128)){
const err248 = {instancePath:instancePath+"/keepForms/maxBytes",schemaPath:"#/properties/keepForms/properties/maxBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024},message:"must be >= 1024",schema:1024,parentSchema:schema11.properties.keepForms.properties.maxBytes,data:data128};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
}
}
else {
const err249 = {instancePath:instancePath+"/keepForms",schemaPath:"#/properties/keepForms/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.keepForms.type,parentSchema:schema11.properties.keepForms,data:data126};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
let data129 = data.login;
if(data129 && typeof data129 == "object" && !Array.isArray(data129)){
if(data129.methods === undefined){
data129.methods = {};
}
if(data129.providers === undefined){
data129.providers = [];
}
if(data129.federated === undefined){
data129.federated = {};
}
if(data129.mfa === undefined){
data129.mfa = {};
}
if(data129.tenants === undefined){
data129.tenants = {};
}
if(data129.brand === undefined){
data129.brand = {};
}
if(data129.theme === undefined){
data129.theme = {};
}
if(data129.links === undefined){
data129.links = {};
}
if(data129.destinations === undefined){
data129.destinations = {};
}
if(data129.hosts === undefined){
data129.hosts = {};
}
if(data129.locales === undefined){
data129.locales = {};
}
if(data129.security === undefined){
data129.security = {};
}
if(data129.emulator === undefined){
data129.emulator = null;
}
for(const key25 in data129){
if(!(func2.call(schema11.properties.login.properties, key25))){
const err250 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key25},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login,data:data129};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
}
let data130 = data129.methods;
if(data130 && typeof data130 == "object" && !Array.isArray(data130)){
if(data130.password === undefined){
data130.password = true;
}
if(data130.emailLink === undefined){
data130.emailLink = false;
}
if(data130.signup === undefined){
data130.signup = false;
}
if(data130.askName === undefined){
data130.askName = false;
}
for(const key26 in data130){
if(!((((key26 === "password") || (key26 === "emailLink")) || (key26 === "signup")) || (key26 === "askName"))){
const err251 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key26},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.methods,data:data130};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
}
let data131 = data130.password;
if(typeof data131 !== "boolean"){
const err252 = {instancePath:instancePath+"/login/methods/password",schemaPath:"#/properties/login/properties/methods/properties/password/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.password.type,parentSchema:schema11.properties.login.properties.methods.properties.password,data:data131};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
let data132 = data130.emailLink;
if(typeof data132 !== "boolean"){
const err253 = {instancePath:instancePath+"/login/methods/emailLink",schemaPath:"#/properties/login/properties/methods/properties/emailLink/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.emailLink.type,parentSchema:schema11.properties.login.properties.methods.properties.emailLink,data:data132};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
let data133 = data130.signup;
if(typeof data133 !== "boolean"){
const err254 = {instancePath:instancePath+"/login/methods/signup",schemaPath:"#/properties/login/properties/methods/properties/signup/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.signup.type,parentSchema:schema11.properties.login.properties.methods.properties.signup,data:data133};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
let data134 = data130.askName;
if(typeof data134 !== "boolean"){
const err255 = {instancePath:instancePath+"/login/methods/askName",schemaPath:"#/properties/login/properties/methods/properties/askName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.askName.type,parentSchema:schema11.properties.login.properties.methods.properties.askName,data:data134};
if(vErrors === null){
vErrors = [err255];
}
else {
vErrors.push(err255);
}
errors++;
}
}
else {
const err256 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.methods.type,parentSchema:schema11.properties.login.properties.methods,data:data130};
if(vErrors === null){
vErrors = [err256];
}
else {
vErrors.push(err256);
}
errors++;
}
let data135 = data129.providers;
if(Array.isArray(data135)){
const len12 = data135.length;
for(let i14=0; i14<len12; i14++){
let data136 = data135[i14];
if(data136 && typeof data136 == "object" && !Array.isArray(data136)){
if(data136.icon === undefined){
data136.icon = null;
}
if(data136.scopes === undefined){
data136.scopes = [];
}
if(data136.id === undefined){
const err257 = {instancePath:instancePath+"/login/providers/" + i14,schemaPath:"#/properties/login/properties/providers/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.providers.items.required,parentSchema:schema11.properties.login.properties.providers.items,data:data136};
if(vErrors === null){
vErrors = [err257];
}
else {
vErrors.push(err257);
}
errors++;
}
for(const key27 in data136){
if(!(((((key27 === "id") || (key27 === "name")) || (key27 === "icon")) || (key27 === "scopes")) || (key27 === "params"))){
const err258 = {instancePath:instancePath+"/login/providers/" + i14,schemaPath:"#/properties/login/properties/providers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key27},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.providers.items,data:data136};
if(vErrors === null){
vErrors = [err258];
}
else {
vErrors.push(err258);
}
errors++;
}
}
if(data136.id !== undefined){
let data137 = data136.id;
if(typeof data137 === "string"){
if(!pattern26.test(data137)){
const err259 = {instancePath:instancePath+"/login/providers/" + i14+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][A-Za-z0-9._-]{0,127}$"},message:"must match pattern \""+"^[a-z0-9][A-Za-z0-9._-]{0,127}$"+"\"",schema:"^[a-z0-9][A-Za-z0-9._-]{0,127}$",parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data137};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
}
else {
const err260 = {instancePath:instancePath+"/login/providers/" + i14+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.id.type,parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data137};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
}
if(data136.name !== undefined){
let data138 = data136.name;
if(typeof data138 === "string"){
if(func3(data138) > 60){
const err261 = {instancePath:instancePath+"/login/providers/" + i14+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters",schema:60,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data138};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
if(!pattern27.test(data138)){
const err262 = {instancePath:instancePath+"/login/providers/" + i14+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data138};
if(vErrors === null){
vErrors = [err262];
}
else {
vErrors.push(err262);
}
errors++;
}
}
else {
const err263 = {instancePath:instancePath+"/login/providers/" + i14+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.name.type,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data138};
if(vErrors === null){
vErrors = [err263];
}
else {
vErrors.push(err263);
}
errors++;
}
}
let data139 = data136.icon;
if((typeof data139 !== "string") && (data139 !== null)){
const err264 = {instancePath:instancePath+"/login/providers/" + i14+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/type",keyword:"type",params:{type: schema11.properties.login.properties.providers.items.properties.icon.type},message:"must be string,null",schema:schema11.properties.login.properties.providers.items.properties.icon.type,parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data139};
if(vErrors === null){
vErrors = [err264];
}
else {
vErrors.push(err264);
}
errors++;
}
if(typeof data139 === "string"){
if(!pattern28.test(data139)){
const err265 = {instancePath:instancePath+"/login/providers/" + i14+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data139};
if(vErrors === null){
vErrors = [err265];
}
else {
vErrors.push(err265);
}
errors++;
}
}
let data140 = data136.scopes;
if(Array.isArray(data140)){
const len13 = data140.length;
for(let i15=0; i15<len13; i15++){
let data141 = data140[i15];
if(typeof data141 === "string"){
if(func3(data141) < 1){
const err266 = {instancePath:instancePath+"/login/providers/" + i14+"/scopes/" + i15,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data141};
if(vErrors === null){
vErrors = [err266];
}
else {
vErrors.push(err266);
}
errors++;
}
}
else {
const err267 = {instancePath:instancePath+"/login/providers/" + i14+"/scopes/" + i15,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.scopes.items.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data141};
if(vErrors === null){
vErrors = [err267];
}
else {
vErrors.push(err267);
}
errors++;
}
}
}
else {
const err268 = {instancePath:instancePath+"/login/providers/" + i14+"/scopes",schemaPath:"#/properties/login/properties/providers/items/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.items.properties.scopes.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes,data:data140};
if(vErrors === null){
vErrors = [err268];
}
else {
vErrors.push(err268);
}
errors++;
}
if(data136.params !== undefined){
let data142 = data136.params;
if(data142 && typeof data142 == "object" && !Array.isArray(data142)){
for(const key28 in data142){
if(pattern29.test(key28)){
let data143 = data142[key28];
if(typeof data143 !== "string"){
const err269 = {instancePath:instancePath+"/login/providers/" + i14+"/params/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/providers/items/properties/params/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"],data:data143};
if(vErrors === null){
vErrors = [err269];
}
else {
vErrors.push(err269);
}
errors++;
}
}
}
}
else {
const err270 = {instancePath:instancePath+"/login/providers/" + i14+"/params",schemaPath:"#/properties/login/properties/providers/items/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.properties.params.type,parentSchema:schema11.properties.login.properties.providers.items.properties.params,data:data142};
if(vErrors === null){
vErrors = [err270];
}
else {
vErrors.push(err270);
}
errors++;
}
}
}
else {
const err271 = {instancePath:instancePath+"/login/providers/" + i14,schemaPath:"#/properties/login/properties/providers/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.type,parentSchema:schema11.properties.login.properties.providers.items,data:data136};
if(vErrors === null){
vErrors = [err271];
}
else {
vErrors.push(err271);
}
errors++;
}
}
}
else {
const err272 = {instancePath:instancePath+"/login/providers",schemaPath:"#/properties/login/properties/providers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.type,parentSchema:schema11.properties.login.properties.providers,data:data135};
if(vErrors === null){
vErrors = [err272];
}
else {
vErrors.push(err272);
}
errors++;
}
let data144 = data129.federated;
if(data144 && typeof data144 == "object" && !Array.isArray(data144)){
if(data144.mode === undefined){
data144.mode = "auto";
}
if(data144.helper === undefined){
data144.helper = "proxy";
}
if(data144.helperUrl === undefined){
data144.helperUrl = null;
}
for(const key29 in data144){
if(!(((key29 === "mode") || (key29 === "helper")) || (key29 === "helperUrl"))){
const err273 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key29},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.federated,data:data144};
if(vErrors === null){
vErrors = [err273];
}
else {
vErrors.push(err273);
}
errors++;
}
}
let data145 = data144.mode;
if(!(((data145 === "auto") || (data145 === "redirect")) || (data145 === "popup"))){
const err274 = {instancePath:instancePath+"/login/federated/mode",schemaPath:"#/properties/login/properties/federated/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.mode.enum,parentSchema:schema11.properties.login.properties.federated.properties.mode,data:data145};
if(vErrors === null){
vErrors = [err274];
}
else {
vErrors.push(err274);
}
errors++;
}
let data146 = data144.helper;
if(!((data146 === "proxy") || (data146 === "firebaseapp"))){
const err275 = {instancePath:instancePath+"/login/federated/helper",schemaPath:"#/properties/login/properties/federated/properties/helper/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.helper.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.helper.enum,parentSchema:schema11.properties.login.properties.federated.properties.helper,data:data146};
if(vErrors === null){
vErrors = [err275];
}
else {
vErrors.push(err275);
}
errors++;
}
let data147 = data144.helperUrl;
if((typeof data147 !== "string") && (data147 !== null)){
const err276 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/type",keyword:"type",params:{type: schema11.properties.login.properties.federated.properties.helperUrl.type},message:"must be string,null",schema:schema11.properties.login.properties.federated.properties.helperUrl.type,parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data147};
if(vErrors === null){
vErrors = [err276];
}
else {
vErrors.push(err276);
}
errors++;
}
if(typeof data147 === "string"){
if(!pattern0.test(data147)){
const err277 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data147};
if(vErrors === null){
vErrors = [err277];
}
else {
vErrors.push(err277);
}
errors++;
}
}
}
else {
const err278 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.federated.type,parentSchema:schema11.properties.login.properties.federated,data:data144};
if(vErrors === null){
vErrors = [err278];
}
else {
vErrors.push(err278);
}
errors++;
}
let data148 = data129.mfa;
if(data148 && typeof data148 == "object" && !Array.isArray(data148)){
if(data148.totp === undefined){
data148.totp = "optional";
}
if(data148.sms === undefined){
data148.sms = false;
}
if(data148.issuer === undefined){
data148.issuer = null;
}
for(const key30 in data148){
if(!(((key30 === "totp") || (key30 === "sms")) || (key30 === "issuer"))){
const err279 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key30},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.mfa,data:data148};
if(vErrors === null){
vErrors = [err279];
}
else {
vErrors.push(err279);
}
errors++;
}
}
let data149 = data148.totp;
if(!(((data149 === "off") || (data149 === "optional")) || (data149 === "required"))){
const err280 = {instancePath:instancePath+"/login/mfa/totp",schemaPath:"#/properties/login/properties/mfa/properties/totp/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.mfa.properties.totp.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.mfa.properties.totp.enum,parentSchema:schema11.properties.login.properties.mfa.properties.totp,data:data149};
if(vErrors === null){
vErrors = [err280];
}
else {
vErrors.push(err280);
}
errors++;
}
let data150 = data148.sms;
if(typeof data150 !== "boolean"){
const err281 = {instancePath:instancePath+"/login/mfa/sms",schemaPath:"#/properties/login/properties/mfa/properties/sms/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.mfa.properties.sms.type,parentSchema:schema11.properties.login.properties.mfa.properties.sms,data:data150};
if(vErrors === null){
vErrors = [err281];
}
else {
vErrors.push(err281);
}
errors++;
}
let data151 = data148.issuer;
if((typeof data151 !== "string") && (data151 !== null)){
const err282 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/type",keyword:"type",params:{type: schema11.properties.login.properties.mfa.properties.issuer.type},message:"must be string,null",schema:schema11.properties.login.properties.mfa.properties.issuer.type,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data151};
if(vErrors === null){
vErrors = [err282];
}
else {
vErrors.push(err282);
}
errors++;
}
if(typeof data151 === "string"){
if(func3(data151) < 1){
const err283 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data151};
if(vErrors === null){
vErrors = [err283];
}
else {
vErrors.push(err283);
}
errors++;
}
if(!pattern31.test(data151)){
const err284 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/pattern",keyword:"pattern",params:{pattern: "^[^:]+$"},message:"must match pattern \""+"^[^:]+$"+"\"",schema:"^[^:]+$",parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data151};
if(vErrors === null){
vErrors = [err284];
}
else {
vErrors.push(err284);
}
errors++;
}
}
}
else {
const err285 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.mfa.type,parentSchema:schema11.properties.login.properties.mfa,data:data148};
if(vErrors === null){
vErrors = [err285];
}
else {
vErrors.push(err285);
}
errors++;
}
let data152 = data129.tenants;
if(data152 && typeof data152 == "object" && !Array.isArray(data152)){
if(data152.byHost === undefined){
data152.byHost = {};
}
if(data152.byEmailDomain === undefined){
data152.byEmailDomain = {};
}
if(data152.choose === undefined){
data152.choose = [];
}
for(const key31 in data152){
if(!(((key31 === "byHost") || (key31 === "byEmailDomain")) || (key31 === "choose"))){
const err286 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key31},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants,data:data152};
if(vErrors === null){
vErrors = [err286];
}
else {
vErrors.push(err286);
}
errors++;
}
}
let data153 = data152.byHost;
if(data153 && typeof data153 == "object" && !Array.isArray(data153)){
for(const key32 in data153){
if(!(pattern4.test(key32))){
const err287 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key32},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data153};
if(vErrors === null){
vErrors = [err287];
}
else {
vErrors.push(err287);
}
errors++;
}
}
for(const key33 in data153){
if(pattern4.test(key33)){
let data154 = data153[key33];
if(typeof data154 === "string"){
if(func3(data154) < 1){
const err288 = {instancePath:instancePath+"/login/tenants/byHost/" + key33.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data154};
if(vErrors === null){
vErrors = [err288];
}
else {
vErrors.push(err288);
}
errors++;
}
if(!pattern9.test(data154)){
const err289 = {instancePath:instancePath+"/login/tenants/byHost/" + key33.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data154};
if(vErrors === null){
vErrors = [err289];
}
else {
vErrors.push(err289);
}
errors++;
}
}
else {
const err290 = {instancePath:instancePath+"/login/tenants/byHost/" + key33.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data154};
if(vErrors === null){
vErrors = [err290];
}
else {
vErrors.push(err290);
}
errors++;
}
}
}
}
else {
const err291 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byHost.type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data153};
if(vErrors === null){
vErrors = [err291];
}
else {
vErrors.push(err291);
}
errors++;
}
let data155 = data152.byEmailDomain;
if(data155 && typeof data155 == "object" && !Array.isArray(data155)){
for(const key34 in data155){
if(!(pattern4.test(key34))){
const err292 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key34},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data155};
if(vErrors === null){
vErrors = [err292];
}
else {
vErrors.push(err292);
}
errors++;
}
}
for(const key35 in data155){
if(pattern4.test(key35)){
let data156 = data155[key35];
if(typeof data156 === "string"){
if(func3(data156) < 1){
const err293 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key35.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data156};
if(vErrors === null){
vErrors = [err293];
}
else {
vErrors.push(err293);
}
errors++;
}
if(!pattern9.test(data156)){
const err294 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key35.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data156};
if(vErrors === null){
vErrors = [err294];
}
else {
vErrors.push(err294);
}
errors++;
}
}
else {
const err295 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key35.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data156};
if(vErrors === null){
vErrors = [err295];
}
else {
vErrors.push(err295);
}
errors++;
}
}
}
}
else {
const err296 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data155};
if(vErrors === null){
vErrors = [err296];
}
else {
vErrors.push(err296);
}
errors++;
}
let data157 = data152.choose;
if(Array.isArray(data157)){
const len14 = data157.length;
for(let i16=0; i16<len14; i16++){
let data158 = data157[i16];
if(data158 && typeof data158 == "object" && !Array.isArray(data158)){
if(data158.id === undefined){
const err297 = {instancePath:instancePath+"/login/tenants/choose/" + i16,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data158};
if(vErrors === null){
vErrors = [err297];
}
else {
vErrors.push(err297);
}
errors++;
}
if(data158.name === undefined){
const err298 = {instancePath:instancePath+"/login/tenants/choose/" + i16,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data158};
if(vErrors === null){
vErrors = [err298];
}
else {
vErrors.push(err298);
}
errors++;
}
for(const key36 in data158){
if(!((key36 === "id") || (key36 === "name"))){
const err299 = {instancePath:instancePath+"/login/tenants/choose/" + i16,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key36},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data158};
if(vErrors === null){
vErrors = [err299];
}
else {
vErrors.push(err299);
}
errors++;
}
}
if(data158.id !== undefined){
let data159 = data158.id;
if(typeof data159 === "string"){
if(func3(data159) < 1){
const err300 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data159};
if(vErrors === null){
vErrors = [err300];
}
else {
vErrors.push(err300);
}
errors++;
}
if(!pattern9.test(data159)){
const err301 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data159};
if(vErrors === null){
vErrors = [err301];
}
else {
vErrors.push(err301);
}
errors++;
}
}
else {
const err302 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data159};
if(vErrors === null){
vErrors = [err302];
}
else {
vErrors.push(err302);
}
errors++;
}
}
if(data158.name !== undefined){
let data160 = data158.name;
if(typeof data160 === "string"){
if(!pattern27.test(data160)){
const err303 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data160};
if(vErrors === null){
vErrors = [err303];
}
else {
vErrors.push(err303);
}
errors++;
}
}
else {
const err304 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data160};
if(vErrors === null){
vErrors = [err304];
}
else {
vErrors.push(err304);
}
errors++;
}
}
}
else {
const err305 = {instancePath:instancePath+"/login/tenants/choose/" + i16,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.choose.items.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data158};
if(vErrors === null){
vErrors = [err305];
}
else {
vErrors.push(err305);
}
errors++;
}
}
}
else {
const err306 = {instancePath:instancePath+"/login/tenants/choose",schemaPath:"#/properties/login/properties/tenants/properties/choose/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.tenants.properties.choose.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose,data:data157};
if(vErrors === null){
vErrors = [err306];
}
else {
vErrors.push(err306);
}
errors++;
}
}
else {
const err307 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.type,parentSchema:schema11.properties.login.properties.tenants,data:data152};
if(vErrors === null){
vErrors = [err307];
}
else {
vErrors.push(err307);
}
errors++;
}
let data161 = data129.brand;
if(data161 && typeof data161 == "object" && !Array.isArray(data161)){
if(data161.name === undefined){
data161.name = "Gatehouse";
}
if(data161.logo === undefined){
data161.logo = null;
}
if(data161.logoDark === undefined){
data161.logoDark = null;
}
if(data161.favicon === undefined){
data161.favicon = null;
}
if(data161.background === undefined){
data161.background = null;
}
for(const key37 in data161){
if(!(((((key37 === "name") || (key37 === "logo")) || (key37 === "logoDark")) || (key37 === "favicon")) || (key37 === "background"))){
const err308 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key37},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.brand,data:data161};
if(vErrors === null){
vErrors = [err308];
}
else {
vErrors.push(err308);
}
errors++;
}
}
let data162 = data161.name;
if(typeof data162 === "string"){
if(func3(data162) > 80){
const err309 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data162};
if(vErrors === null){
vErrors = [err309];
}
else {
vErrors.push(err309);
}
errors++;
}
if(!pattern27.test(data162)){
const err310 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.brand.properties.name,data:data162};
if(vErrors === null){
vErrors = [err310];
}
else {
vErrors.push(err310);
}
errors++;
}
}
else {
const err311 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data162};
if(vErrors === null){
vErrors = [err311];
}
else {
vErrors.push(err311);
}
errors++;
}
let data163 = data161.logo;
if((typeof data163 !== "string") && (data163 !== null)){
const err312 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data163};
if(vErrors === null){
vErrors = [err312];
}
else {
vErrors.push(err312);
}
errors++;
}
if(typeof data163 === "string"){
if(!pattern28.test(data163)){
const err313 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data163};
if(vErrors === null){
vErrors = [err313];
}
else {
vErrors.push(err313);
}
errors++;
}
}
let data164 = data161.logoDark;
if((typeof data164 !== "string") && (data164 !== null)){
const err314 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data164};
if(vErrors === null){
vErrors = [err314];
}
else {
vErrors.push(err314);
}
errors++;
}
if(typeof data164 === "string"){
if(!pattern28.test(data164)){
const err315 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data164};
if(vErrors === null){
vErrors = [err315];
}
else {
vErrors.push(err315);
}
errors++;
}
}
let data165 = data161.favicon;
if((typeof data165 !== "string") && (data165 !== null)){
const err316 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data165};
if(vErrors === null){
vErrors = [err316];
}
else {
vErrors.push(err316);
}
errors++;
}
if(typeof data165 === "string"){
if(!pattern28.test(data165)){
const err317 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data165};
if(vErrors === null){
vErrors = [err317];
}
else {
vErrors.push(err317);
}
errors++;
}
}
let data166 = data161.background;
if((typeof data166 !== "string") && (data166 !== null)){
const err318 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.brand.properties.background,data:data166};
if(vErrors === null){
vErrors = [err318];
}
else {
vErrors.push(err318);
}
errors++;
}
if(typeof data166 === "string"){
if(!pattern28.test(data166)){
const err319 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.background,data:data166};
if(vErrors === null){
vErrors = [err319];
}
else {
vErrors.push(err319);
}
errors++;
}
}
}
else {
const err320 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.brand.type,parentSchema:schema11.properties.login.properties.brand,data:data161};
if(vErrors === null){
vErrors = [err320];
}
else {
vErrors.push(err320);
}
errors++;
}
let data167 = data129.theme;
if(data167 && typeof data167 == "object" && !Array.isArray(data167)){
if(data167.accent === undefined){
data167.accent = null;
}
if(data167.accentDark === undefined){
data167.accentDark = null;
}
if(data167.mode === undefined){
data167.mode = "auto";
}
if(data167.radius === undefined){
data167.radius = 10;
}
if(data167.font === undefined){
data167.font = "system";
}
if(data167.cssFile === undefined){
data167.cssFile = null;
}
for(const key38 in data167){
if(!((((((key38 === "accent") || (key38 === "accentDark")) || (key38 === "mode")) || (key38 === "radius")) || (key38 === "font")) || (key38 === "cssFile"))){
const err321 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key38},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.theme,data:data167};
if(vErrors === null){
vErrors = [err321];
}
else {
vErrors.push(err321);
}
errors++;
}
}
let data168 = data167.accent;
if((typeof data168 !== "string") && (data168 !== null)){
const err322 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data168};
if(vErrors === null){
vErrors = [err322];
}
else {
vErrors.push(err322);
}
errors++;
}
if(typeof data168 === "string"){
if(!pattern45.test(data168)){
const err323 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data168};
if(vErrors === null){
vErrors = [err323];
}
else {
vErrors.push(err323);
}
errors++;
}
}
let data169 = data167.accentDark;
if((typeof data169 !== "string") && (data169 !== null)){
const err324 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data169};
if(vErrors === null){
vErrors = [err324];
}
else {
vErrors.push(err324);
}
errors++;
}
if(typeof data169 === "string"){
if(!pattern45.test(data169)){
const err325 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data169};
if(vErrors === null){
vErrors = [err325];
}
else {
vErrors.push(err325);
}
errors++;
}
}
let data170 = data167.mode;
if(!(((data170 === "auto") || (data170 === "light")) || (data170 === "dark"))){
const err326 = {instancePath:instancePath+"/login/theme/mode",schemaPath:"#/properties/login/properties/theme/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.theme.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.theme.properties.mode.enum,parentSchema:schema11.properties.login.properties.theme.properties.mode,data:data170};
if(vErrors === null){
vErrors = [err326];
}
else {
vErrors.push(err326);
}
errors++;
}
let data171 = data167.radius;
if(!(((typeof data171 == "number") && (!(data171 % 1) && !isNaN(data171))) && (isFinite(data171)))){
const err327 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.login.properties.theme.properties.radius.type,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data171};
if(vErrors === null){
vErrors = [err327];
}
else {
vErrors.push(err327);
}
errors++;
}
if((typeof data171 == "number") && (isFinite(data171))){
if(data171 > 24 || isNaN(data171)){
const err328 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/maximum",keyword:"maximum",params:{comparison: "<=", limit: 24},message:"must be <= 24",schema:24,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data171};
if(vErrors === null){
vErrors = [err328];
}
else {
vErrors.push(err328);
}
errors++;
}
if(data171 < 0 || isNaN(data171)){
const err329 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data171};
if(vErrors === null){
vErrors = [err329];
}
else {
vErrors.push(err329);
}
errors++;
}
}
let data172 = data167.font;
if(typeof data172 === "string"){
if(!pattern47.test(data172)){
const err330 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9 ,'\"_-]{1,200}$"},message:"must match pattern \""+"^[A-Za-z0-9 ,'\"_-]{1,200}$"+"\"",schema:"^[A-Za-z0-9 ,'\"_-]{1,200}$",parentSchema:schema11.properties.login.properties.theme.properties.font,data:data172};
if(vErrors === null){
vErrors = [err330];
}
else {
vErrors.push(err330);
}
errors++;
}
}
else {
const err331 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.theme.properties.font.type,parentSchema:schema11.properties.login.properties.theme.properties.font,data:data172};
if(vErrors === null){
vErrors = [err331];
}
else {
vErrors.push(err331);
}
errors++;
}
let data173 = data167.cssFile;
if((typeof data173 !== "string") && (data173 !== null)){
const err332 = {instancePath:instancePath+"/login/theme/cssFile",schemaPath:"#/properties/login/properties/theme/properties/cssFile/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.cssFile.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.cssFile.type,parentSchema:schema11.properties.login.properties.theme.properties.cssFile,data:data173};
if(vErrors === null){
vErrors = [err332];
}
else {
vErrors.push(err332);
}
errors++;
}
}
else {
const err333 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.theme.type,parentSchema:schema11.properties.login.properties.theme,data:data167};
if(vErrors === null){
vErrors = [err333];
}
else {
vErrors.push(err333);
}
errors++;
}
let data174 = data129.links;
if(data174 && typeof data174 == "object" && !Array.isArray(data174)){
if(data174.privacy === undefined){
data174.privacy = null;
}
if(data174.terms === undefined){
data174.terms = null;
}
if(data174.help === undefined){
data174.help = null;
}
if(data174.contact === undefined){
data174.contact = null;
}
for(const key39 in data174){
if(!((((key39 === "privacy") || (key39 === "terms")) || (key39 === "help")) || (key39 === "contact"))){
const err334 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key39},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.links,data:data174};
if(vErrors === null){
vErrors = [err334];
}
else {
vErrors.push(err334);
}
errors++;
}
}
let data175 = data174.privacy;
if((typeof data175 !== "string") && (data175 !== null)){
const err335 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data175};
if(vErrors === null){
vErrors = [err335];
}
else {
vErrors.push(err335);
}
errors++;
}
if(typeof data175 === "string"){
if(!pattern48.test(data175)){
const err336 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data175};
if(vErrors === null){
vErrors = [err336];
}
else {
vErrors.push(err336);
}
errors++;
}
}
let data176 = data174.terms;
if((typeof data176 !== "string") && (data176 !== null)){
const err337 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.links.properties.terms,data:data176};
if(vErrors === null){
vErrors = [err337];
}
else {
vErrors.push(err337);
}
errors++;
}
if(typeof data176 === "string"){
if(!pattern48.test(data176)){
const err338 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.terms,data:data176};
if(vErrors === null){
vErrors = [err338];
}
else {
vErrors.push(err338);
}
errors++;
}
}
let data177 = data174.help;
if((typeof data177 !== "string") && (data177 !== null)){
const err339 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.links.properties.help,data:data177};
if(vErrors === null){
vErrors = [err339];
}
else {
vErrors.push(err339);
}
errors++;
}
if(typeof data177 === "string"){
if(!pattern48.test(data177)){
const err340 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.help,data:data177};
if(vErrors === null){
vErrors = [err340];
}
else {
vErrors.push(err340);
}
errors++;
}
}
let data178 = data174.contact;
if((typeof data178 !== "string") && (data178 !== null)){
const err341 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.links.properties.contact,data:data178};
if(vErrors === null){
vErrors = [err341];
}
else {
vErrors.push(err341);
}
errors++;
}
if(typeof data178 === "string"){
if(!pattern48.test(data178)){
const err342 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.contact,data:data178};
if(vErrors === null){
vErrors = [err342];
}
else {
vErrors.push(err342);
}
errors++;
}
}
}
else {
const err343 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.links.type,parentSchema:schema11.properties.login.properties.links,data:data174};
if(vErrors === null){
vErrors = [err343];
}
else {
vErrors.push(err343);
}
errors++;
}
let data179 = data129.destinations;
if(data179 && typeof data179 == "object" && !Array.isArray(data179)){
for(const key40 in data179){
if(!(pattern14.test(key40))){
const err344 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key40},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.destinations,data:data179};
if(vErrors === null){
vErrors = [err344];
}
else {
vErrors.push(err344);
}
errors++;
}
}
for(const key41 in data179){
if(pattern14.test(key41)){
let data180 = data179[key41];
if(typeof data180 === "string"){
if(func3(data180) > 80){
const err345 = {instancePath:instancePath+"/login/destinations/" + key41.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data180};
if(vErrors === null){
vErrors = [err345];
}
else {
vErrors.push(err345);
}
errors++;
}
if(func3(data180) < 1){
const err346 = {instancePath:instancePath+"/login/destinations/" + key41.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data180};
if(vErrors === null){
vErrors = [err346];
}
else {
vErrors.push(err346);
}
errors++;
}
}
else {
const err347 = {instancePath:instancePath+"/login/destinations/" + key41.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data180};
if(vErrors === null){
vErrors = [err347];
}
else {
vErrors.push(err347);
}
errors++;
}
}
}
}
else {
const err348 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.destinations.type,parentSchema:schema11.properties.login.properties.destinations,data:data179};
if(vErrors === null){
vErrors = [err348];
}
else {
vErrors.push(err348);
}
errors++;
}
let data181 = data129.hosts;
if(data181 && typeof data181 == "object" && !Array.isArray(data181)){
for(const key42 in data181){
if(!(pattern4.test(key42))){
const err349 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key42},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts,data:data181};
if(vErrors === null){
vErrors = [err349];
}
else {
vErrors.push(err349);
}
errors++;
}
}
for(const key43 in data181){
if(pattern4.test(key43)){
let data182 = data181[key43];
if(data182 && typeof data182 == "object" && !Array.isArray(data182)){
for(const key44 in data182){
if(!((((key44 === "brand") || (key44 === "theme")) || (key44 === "links")) || (key44 === "destinations"))){
const err350 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key44},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data182};
if(vErrors === null){
vErrors = [err350];
}
else {
vErrors.push(err350);
}
errors++;
}
}
if(data182.brand !== undefined){
let data183 = data182.brand;
if(data183 && typeof data183 == "object" && !Array.isArray(data183)){
for(const key45 in data183){
if(!(((((key45 === "name") || (key45 === "logo")) || (key45 === "logoDark")) || (key45 === "favicon")) || (key45 === "background"))){
const err351 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key45},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data183};
if(vErrors === null){
vErrors = [err351];
}
else {
vErrors.push(err351);
}
errors++;
}
}
if(data183.name !== undefined){
let data184 = data183.name;
if(typeof data184 === "string"){
if(func3(data184) > 80){
const err352 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data184};
if(vErrors === null){
vErrors = [err352];
}
else {
vErrors.push(err352);
}
errors++;
}
if(!pattern27.test(data184)){
const err353 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data184};
if(vErrors === null){
vErrors = [err353];
}
else {
vErrors.push(err353);
}
errors++;
}
}
else {
const err354 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data184};
if(vErrors === null){
vErrors = [err354];
}
else {
vErrors.push(err354);
}
errors++;
}
}
if(data183.logo !== undefined){
let data185 = data183.logo;
if((typeof data185 !== "string") && (data185 !== null)){
const err355 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data185};
if(vErrors === null){
vErrors = [err355];
}
else {
vErrors.push(err355);
}
errors++;
}
if(typeof data185 === "string"){
if(!pattern28.test(data185)){
const err356 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data185};
if(vErrors === null){
vErrors = [err356];
}
else {
vErrors.push(err356);
}
errors++;
}
}
}
if(data183.logoDark !== undefined){
let data186 = data183.logoDark;
if((typeof data186 !== "string") && (data186 !== null)){
const err357 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data186};
if(vErrors === null){
vErrors = [err357];
}
else {
vErrors.push(err357);
}
errors++;
}
if(typeof data186 === "string"){
if(!pattern28.test(data186)){
const err358 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data186};
if(vErrors === null){
vErrors = [err358];
}
else {
vErrors.push(err358);
}
errors++;
}
}
}
if(data183.favicon !== undefined){
let data187 = data183.favicon;
if((typeof data187 !== "string") && (data187 !== null)){
const err359 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data187};
if(vErrors === null){
vErrors = [err359];
}
else {
vErrors.push(err359);
}
errors++;
}
if(typeof data187 === "string"){
if(!pattern28.test(data187)){
const err360 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data187};
if(vErrors === null){
vErrors = [err360];
}
else {
vErrors.push(err360);
}
errors++;
}
}
}
if(data183.background !== undefined){
let data188 = data183.background;
if((typeof data188 !== "string") && (data188 !== null)){
const err361 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data188};
if(vErrors === null){
vErrors = [err361];
}
else {
vErrors.push(err361);
}
errors++;
}
if(typeof data188 === "string"){
if(!pattern28.test(data188)){
const err362 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data188};
if(vErrors === null){
vErrors = [err362];
}
else {
vErrors.push(err362);
}
errors++;
}
}
}
}
else {
const err363 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data183};
if(vErrors === null){
vErrors = [err363];
}
else {
vErrors.push(err363);
}
errors++;
}
}
if(data182.theme !== undefined){
let data189 = data182.theme;
if(data189 && typeof data189 == "object" && !Array.isArray(data189)){
for(const key46 in data189){
if(!((key46 === "accent") || (key46 === "accentDark"))){
const err364 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key46},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data189};
if(vErrors === null){
vErrors = [err364];
}
else {
vErrors.push(err364);
}
errors++;
}
}
if(data189.accent !== undefined){
let data190 = data189.accent;
if((typeof data190 !== "string") && (data190 !== null)){
const err365 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data190};
if(vErrors === null){
vErrors = [err365];
}
else {
vErrors.push(err365);
}
errors++;
}
if(typeof data190 === "string"){
if(!pattern45.test(data190)){
const err366 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data190};
if(vErrors === null){
vErrors = [err366];
}
else {
vErrors.push(err366);
}
errors++;
}
}
}
if(data189.accentDark !== undefined){
let data191 = data189.accentDark;
if((typeof data191 !== "string") && (data191 !== null)){
const err367 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data191};
if(vErrors === null){
vErrors = [err367];
}
else {
vErrors.push(err367);
}
errors++;
}
if(typeof data191 === "string"){
if(!pattern45.test(data191)){
const err368 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data191};
if(vErrors === null){
vErrors = [err368];
}
else {
vErrors.push(err368);
}
errors++;
}
}
}
}
else {
const err369 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data189};
if(vErrors === null){
vErrors = [err369];
}
else {
vErrors.push(err369);
}
errors++;
}
}
if(data182.links !== undefined){
let data192 = data182.links;
if(data192 && typeof data192 == "object" && !Array.isArray(data192)){
for(const key47 in data192){
if(!((((key47 === "privacy") || (key47 === "terms")) || (key47 === "help")) || (key47 === "contact"))){
const err370 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key47},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data192};
if(vErrors === null){
vErrors = [err370];
}
else {
vErrors.push(err370);
}
errors++;
}
}
if(data192.privacy !== undefined){
let data193 = data192.privacy;
if((typeof data193 !== "string") && (data193 !== null)){
const err371 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data193};
if(vErrors === null){
vErrors = [err371];
}
else {
vErrors.push(err371);
}
errors++;
}
if(typeof data193 === "string"){
if(!pattern48.test(data193)){
const err372 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data193};
if(vErrors === null){
vErrors = [err372];
}
else {
vErrors.push(err372);
}
errors++;
}
}
}
if(data192.terms !== undefined){
let data194 = data192.terms;
if((typeof data194 !== "string") && (data194 !== null)){
const err373 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data194};
if(vErrors === null){
vErrors = [err373];
}
else {
vErrors.push(err373);
}
errors++;
}
if(typeof data194 === "string"){
if(!pattern48.test(data194)){
const err374 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data194};
if(vErrors === null){
vErrors = [err374];
}
else {
vErrors.push(err374);
}
errors++;
}
}
}
if(data192.help !== undefined){
let data195 = data192.help;
if((typeof data195 !== "string") && (data195 !== null)){
const err375 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data195};
if(vErrors === null){
vErrors = [err375];
}
else {
vErrors.push(err375);
}
errors++;
}
if(typeof data195 === "string"){
if(!pattern48.test(data195)){
const err376 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data195};
if(vErrors === null){
vErrors = [err376];
}
else {
vErrors.push(err376);
}
errors++;
}
}
}
if(data192.contact !== undefined){
let data196 = data192.contact;
if((typeof data196 !== "string") && (data196 !== null)){
const err377 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data196};
if(vErrors === null){
vErrors = [err377];
}
else {
vErrors.push(err377);
}
errors++;
}
if(typeof data196 === "string"){
if(!pattern48.test(data196)){
const err378 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data196};
if(vErrors === null){
vErrors = [err378];
}
else {
vErrors.push(err378);
}
errors++;
}
}
}
}
else {
const err379 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data192};
if(vErrors === null){
vErrors = [err379];
}
else {
vErrors.push(err379);
}
errors++;
}
}
if(data182.destinations !== undefined){
let data197 = data182.destinations;
if(data197 && typeof data197 == "object" && !Array.isArray(data197)){
for(const key48 in data197){
if(pattern14.test(key48)){
let data198 = data197[key48];
if(typeof data198 === "string"){
if(func3(data198) > 80){
const err380 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data198};
if(vErrors === null){
vErrors = [err380];
}
else {
vErrors.push(err380);
}
errors++;
}
if(func3(data198) < 1){
const err381 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data198};
if(vErrors === null){
vErrors = [err381];
}
else {
vErrors.push(err381);
}
errors++;
}
}
else {
const err382 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data198};
if(vErrors === null){
vErrors = [err382];
}
else {
vErrors.push(err382);
}
errors++;
}
}
}
}
else {
const err383 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations,data:data197};
if(vErrors === null){
vErrors = [err383];
}
else {
vErrors.push(err383);
}
errors++;
}
}
}
else {
const err384 = {instancePath:instancePath+"/login/hosts/" + key43.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data182};
if(vErrors === null){
vErrors = [err384];
}
else {
vErrors.push(err384);
}
errors++;
}
}
}
}
else {
const err385 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.type,parentSchema:schema11.properties.login.properties.hosts,data:data181};
if(vErrors === null){
vErrors = [err385];
}
else {
vErrors.push(err385);
}
errors++;
}
let data199 = data129.locales;
if(data199 && typeof data199 == "object" && !Array.isArray(data199)){
if(data199.default === undefined){
data199.default = "en";
}
if(data199.enabled === undefined){
data199.enabled = ["en","de","fr","es","pt-BR","ja","zh-Hans","ar"];
}
if(data199.overrides === undefined){
data199.overrides = {};
}
for(const key49 in data199){
if(!(((key49 === "default") || (key49 === "enabled")) || (key49 === "overrides"))){
const err386 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key49},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales,data:data199};
if(vErrors === null){
vErrors = [err386];
}
else {
vErrors.push(err386);
}
errors++;
}
}
let data200 = data199.default;
if(typeof data200 === "string"){
if(!pattern68.test(data200)){
const err387 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.default,data:data200};
if(vErrors === null){
vErrors = [err387];
}
else {
vErrors.push(err387);
}
errors++;
}
}
else {
const err388 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.default.type,parentSchema:schema11.properties.login.properties.locales.properties.default,data:data200};
if(vErrors === null){
vErrors = [err388];
}
else {
vErrors.push(err388);
}
errors++;
}
let data201 = data199.enabled;
if(Array.isArray(data201)){
if(data201.length < 1){
const err389 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data201};
if(vErrors === null){
vErrors = [err389];
}
else {
vErrors.push(err389);
}
errors++;
}
const len15 = data201.length;
for(let i17=0; i17<len15; i17++){
let data202 = data201[i17];
if(typeof data202 === "string"){
if(!pattern68.test(data202)){
const err390 = {instancePath:instancePath+"/login/locales/enabled/" + i17,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data202};
if(vErrors === null){
vErrors = [err390];
}
else {
vErrors.push(err390);
}
errors++;
}
}
else {
const err391 = {instancePath:instancePath+"/login/locales/enabled/" + i17,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.enabled.items.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data202};
if(vErrors === null){
vErrors = [err391];
}
else {
vErrors.push(err391);
}
errors++;
}
}
let i18 = data201.length;
let j2;
if(i18 > 1){
const indices1 = {};
for(;i18--;){
let item1 = data201[i18];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j2 = indices1[item1];
const err392 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/uniqueItems",keyword:"uniqueItems",params:{i: i18, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i18+" are identical)",schema:true,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data201};
if(vErrors === null){
vErrors = [err392];
}
else {
vErrors.push(err392);
}
errors++;
break;
}
indices1[item1] = i18;
}
}
}
else {
const err393 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.locales.properties.enabled.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data201};
if(vErrors === null){
vErrors = [err393];
}
else {
vErrors.push(err393);
}
errors++;
}
let data203 = data199.overrides;
if(data203 && typeof data203 == "object" && !Array.isArray(data203)){
for(const key50 in data203){
if(!(pattern68.test(key50))){
const err394 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key50},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data203};
if(vErrors === null){
vErrors = [err394];
}
else {
vErrors.push(err394);
}
errors++;
}
}
for(const key51 in data203){
if(pattern68.test(key51)){
let data204 = data203[key51];
if(data204 && typeof data204 == "object" && !Array.isArray(data204)){
for(const key52 in data204){
if(pattern29.test(key52)){
let data205 = data204[key52];
if(typeof data205 === "string"){
if(func3(data205) < 1){
const err395 = {instancePath:instancePath+"/login/locales/overrides/" + key51.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key52.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data205};
if(vErrors === null){
vErrors = [err395];
}
else {
vErrors.push(err395);
}
errors++;
}
}
else {
const err396 = {instancePath:instancePath+"/login/locales/overrides/" + key51.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key52.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data205};
if(vErrors === null){
vErrors = [err396];
}
else {
vErrors.push(err396);
}
errors++;
}
}
}
}
else {
const err397 = {instancePath:instancePath+"/login/locales/overrides/" + key51.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"],data:data204};
if(vErrors === null){
vErrors = [err397];
}
else {
vErrors.push(err397);
}
errors++;
}
}
}
}
else {
const err398 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.type,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data203};
if(vErrors === null){
vErrors = [err398];
}
else {
vErrors.push(err398);
}
errors++;
}
}
else {
const err399 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.type,parentSchema:schema11.properties.login.properties.locales,data:data199};
if(vErrors === null){
vErrors = [err399];
}
else {
vErrors.push(err399);
}
errors++;
}
let data206 = data129.security;
if(data206 && typeof data206 == "object" && !Array.isArray(data206)){
if(data206.trustedTypes === undefined){
data206.trustedTypes = "auto";
}
if(data206.reportUri === undefined){
data206.reportUri = null;
}
if(data206.recaptcha === undefined){
data206.recaptcha = false;
}
for(const key53 in data206){
if(!(((key53 === "trustedTypes") || (key53 === "reportUri")) || (key53 === "recaptcha"))){
const err400 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key53},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.security,data:data206};
if(vErrors === null){
vErrors = [err400];
}
else {
vErrors.push(err400);
}
errors++;
}
}
let data207 = data206.trustedTypes;
if(!((data207 === "auto") || (data207 === "off"))){
const err401 = {instancePath:instancePath+"/login/security/trustedTypes",schemaPath:"#/properties/login/properties/security/properties/trustedTypes/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.security.properties.trustedTypes.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.security.properties.trustedTypes.enum,parentSchema:schema11.properties.login.properties.security.properties.trustedTypes,data:data207};
if(vErrors === null){
vErrors = [err401];
}
else {
vErrors.push(err401);
}
errors++;
}
let data208 = data206.reportUri;
if((typeof data208 !== "string") && (data208 !== null)){
const err402 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/type",keyword:"type",params:{type: schema11.properties.login.properties.security.properties.reportUri.type},message:"must be string,null",schema:schema11.properties.login.properties.security.properties.reportUri.type,parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data208};
if(vErrors === null){
vErrors = [err402];
}
else {
vErrors.push(err402);
}
errors++;
}
if(typeof data208 === "string"){
if(!pattern73.test(data208)){
const err403 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/pattern",keyword:"pattern",params:{pattern: "^https://[^\\s;,'\"]+$"},message:"must match pattern \""+"^https://[^\\s;,'\"]+$"+"\"",schema:"^https://[^\\s;,'\"]+$",parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data208};
if(vErrors === null){
vErrors = [err403];
}
else {
vErrors.push(err403);
}
errors++;
}
}
let data209 = data206.recaptcha;
if(typeof data209 !== "boolean"){
const err404 = {instancePath:instancePath+"/login/security/recaptcha",schemaPath:"#/properties/login/properties/security/properties/recaptcha/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.security.properties.recaptcha.type,parentSchema:schema11.properties.login.properties.security.properties.recaptcha,data:data209};
if(vErrors === null){
vErrors = [err404];
}
else {
vErrors.push(err404);
}
errors++;
}
}
else {
const err405 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.security.type,parentSchema:schema11.properties.login.properties.security,data:data206};
if(vErrors === null){
vErrors = [err405];
}
else {
vErrors.push(err405);
}
errors++;
}
let data210 = data129.emulator;
if((typeof data210 !== "string") && (data210 !== null)){
const err406 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/type",keyword:"type",params:{type: schema11.properties.login.properties.emulator.type},message:"must be string,null",schema:schema11.properties.login.properties.emulator.type,parentSchema:schema11.properties.login.properties.emulator,data:data210};
if(vErrors === null){
vErrors = [err406];
}
else {
vErrors.push(err406);
}
errors++;
}
if(typeof data210 === "string"){
if(!pattern74.test(data210)){
const err407 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"+"\"",schema:"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$",parentSchema:schema11.properties.login.properties.emulator,data:data210};
if(vErrors === null){
vErrors = [err407];
}
else {
vErrors.push(err407);
}
errors++;
}
}
}
else {
const err408 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.type,parentSchema:schema11.properties.login,data:data129};
if(vErrors === null){
vErrors = [err408];
}
else {
vErrors.push(err408);
}
errors++;
}
let data211 = data.log;
if(data211 && typeof data211 == "object" && !Array.isArray(data211)){
if(data211.level === undefined){
data211.level = "info";
}
if(data211.format === undefined){
data211.format = "json";
}
if(data211.requests === undefined){
data211.requests = "all";
}
if(data211.sample === undefined){
data211.sample = 1;
}
if(data211.slowMs === undefined){
data211.slowMs = 5000;
}
for(const key54 in data211){
if(!(((((key54 === "level") || (key54 === "format")) || (key54 === "requests")) || (key54 === "sample")) || (key54 === "slowMs"))){
const err409 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key54},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.log,data:data211};
if(vErrors === null){
vErrors = [err409];
}
else {
vErrors.push(err409);
}
errors++;
}
}
let data212 = data211.level;
if(!(((((((data212 === "fatal") || (data212 === "error")) || (data212 === "warn")) || (data212 === "info")) || (data212 === "debug")) || (data212 === "trace")) || (data212 === "silent"))){
const err410 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.level.enum,parentSchema:schema11.properties.log.properties.level,data:data212};
if(vErrors === null){
vErrors = [err410];
}
else {
vErrors.push(err410);
}
errors++;
}
let data213 = data211.format;
if(!((data213 === "json") || (data213 === "text"))){
const err411 = {instancePath:instancePath+"/log/format",schemaPath:"#/properties/log/properties/format/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.format.enum,parentSchema:schema11.properties.log.properties.format,data:data213};
if(vErrors === null){
vErrors = [err411];
}
else {
vErrors.push(err411);
}
errors++;
}
let data214 = data211.requests;
if(!(((data214 === "all") || (data214 === "refused")) || (data214 === "none"))){
const err412 = {instancePath:instancePath+"/log/requests",schemaPath:"#/properties/log/properties/requests/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.requests.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.requests.enum,parentSchema:schema11.properties.log.properties.requests,data:data214};
if(vErrors === null){
vErrors = [err412];
}
else {
vErrors.push(err412);
}
errors++;
}
let data215 = data211.sample;
if((typeof data215 == "number") && (isFinite(data215))){
if(data215 > 1 || isNaN(data215)){
const err413 = {instancePath:instancePath+"/log/sample",schemaPath:"#/properties/log/properties/sample/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1",schema:1,parentSchema:schema11.properties.log.properties.sample,data:data215};
if(vErrors === null){
vErrors = [err413];
}
else {
vErrors.push(err413);
}
errors++;
}
if(data215 < 0 || isNaN(data215)){
const err414 = {instancePath:instancePath+"/log/sample",schemaPath:"#/properties/log/properties/sample/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.log.properties.sample,data:data215};
if(vErrors === null){
vErrors = [err414];
}
else {
vErrors.push(err414);
}
errors++;
}
}
else {
const err415 = {instancePath:instancePath+"/log/sample",schemaPath:"#/properties/log/properties/sample/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema11.properties.log.properties.sample.type,parentSchema:schema11.properties.log.properties.sample,data:data215};
if(vErrors === null){
vErrors = [err415];
}
else {
vErrors.push(err415);
}
errors++;
}
let data216 = data211.slowMs;
if(!(((typeof data216 == "number") && (!(data216 % 1) && !isNaN(data216))) && (isFinite(data216)))){
const err416 = {instancePath:instancePath+"/log/slowMs",schemaPath:"#/properties/log/properties/slowMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.log.properties.slowMs.type,parentSchema:schema11.properties.log.properties.slowMs,data:data216};
if(vErrors === null){
vErrors = [err416];
}
else {
vErrors.push(err416);
}
errors++;
}
if((typeof data216 == "number") && (isFinite(data216))){
if(data216 > 3600000 || isNaN(data216)){
const err417 = {instancePath:instancePath+"/log/slowMs",schemaPath:"#/properties/log/properties/slowMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.log.properties.slowMs,data:data216};
if(vErrors === null){
vErrors = [err417];
}
else {
vErrors.push(err417);
}
errors++;
}
if(data216 < 1 || isNaN(data216)){
const err418 = {instancePath:instancePath+"/log/slowMs",schemaPath:"#/properties/log/properties/slowMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.log.properties.slowMs,data:data216};
if(vErrors === null){
vErrors = [err418];
}
else {
vErrors.push(err418);
}
errors++;
}
}
}
else {
const err419 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.log.type,parentSchema:schema11.properties.log,data:data211};
if(vErrors === null){
vErrors = [err419];
}
else {
vErrors.push(err419);
}
errors++;
}
let data217 = data.audit;
if(data217 && typeof data217 == "object" && !Array.isArray(data217)){
if(data217.to === undefined){
data217.to = "stdout";
}
if(data217.format === undefined){
data217.format = "json";
}
if(data217.refreshes === undefined){
data217.refreshes = false;
}
for(const key55 in data217){
if(!(((key55 === "to") || (key55 === "format")) || (key55 === "refreshes"))){
const err420 = {instancePath:instancePath+"/audit",schemaPath:"#/properties/audit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key55},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.audit,data:data217};
if(vErrors === null){
vErrors = [err420];
}
else {
vErrors.push(err420);
}
errors++;
}
}
let data218 = data217.to;
if(typeof data218 === "string"){
if(func3(data218) < 1){
const err421 = {instancePath:instancePath+"/audit/to",schemaPath:"#/properties/audit/properties/to/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.audit.properties.to,data:data218};
if(vErrors === null){
vErrors = [err421];
}
else {
vErrors.push(err421);
}
errors++;
}
}
else {
const err422 = {instancePath:instancePath+"/audit/to",schemaPath:"#/properties/audit/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.audit.properties.to.type,parentSchema:schema11.properties.audit.properties.to,data:data218};
if(vErrors === null){
vErrors = [err422];
}
else {
vErrors.push(err422);
}
errors++;
}
let data219 = data217.format;
if(!((data219 === "json") || (data219 === "cloudevents"))){
const err423 = {instancePath:instancePath+"/audit/format",schemaPath:"#/properties/audit/properties/format/enum",keyword:"enum",params:{allowedValues: schema11.properties.audit.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.audit.properties.format.enum,parentSchema:schema11.properties.audit.properties.format,data:data219};
if(vErrors === null){
vErrors = [err423];
}
else {
vErrors.push(err423);
}
errors++;
}
let data220 = data217.refreshes;
if(typeof data220 !== "boolean"){
const err424 = {instancePath:instancePath+"/audit/refreshes",schemaPath:"#/properties/audit/properties/refreshes/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.audit.properties.refreshes.type,parentSchema:schema11.properties.audit.properties.refreshes,data:data220};
if(vErrors === null){
vErrors = [err424];
}
else {
vErrors.push(err424);
}
errors++;
}
}
else {
const err425 = {instancePath:instancePath+"/audit",schemaPath:"#/properties/audit/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.audit.type,parentSchema:schema11.properties.audit,data:data217};
if(vErrors === null){
vErrors = [err425];
}
else {
vErrors.push(err425);
}
errors++;
}
let data221 = data.tracing;
if(data221 && typeof data221 == "object" && !Array.isArray(data221)){
if(data221.accept === undefined){
data221.accept = "trusted";
}
if(data221.paths === undefined){
data221.paths = false;
}
if(data221.subject === undefined){
data221.subject = false;
}
for(const key56 in data221){
if(!(((key56 === "accept") || (key56 === "paths")) || (key56 === "subject"))){
const err426 = {instancePath:instancePath+"/tracing",schemaPath:"#/properties/tracing/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key56},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.tracing,data:data221};
if(vErrors === null){
vErrors = [err426];
}
else {
vErrors.push(err426);
}
errors++;
}
}
let data222 = data221.accept;
if(!(((data222 === "trusted") || (data222 === "all")) || (data222 === "none"))){
const err427 = {instancePath:instancePath+"/tracing/accept",schemaPath:"#/properties/tracing/properties/accept/enum",keyword:"enum",params:{allowedValues: schema11.properties.tracing.properties.accept.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.tracing.properties.accept.enum,parentSchema:schema11.properties.tracing.properties.accept,data:data222};
if(vErrors === null){
vErrors = [err427];
}
else {
vErrors.push(err427);
}
errors++;
}
let data223 = data221.paths;
if(typeof data223 !== "boolean"){
const err428 = {instancePath:instancePath+"/tracing/paths",schemaPath:"#/properties/tracing/properties/paths/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.tracing.properties.paths.type,parentSchema:schema11.properties.tracing.properties.paths,data:data223};
if(vErrors === null){
vErrors = [err428];
}
else {
vErrors.push(err428);
}
errors++;
}
let data224 = data221.subject;
if(typeof data224 !== "boolean"){
const err429 = {instancePath:instancePath+"/tracing/subject",schemaPath:"#/properties/tracing/properties/subject/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.tracing.properties.subject.type,parentSchema:schema11.properties.tracing.properties.subject,data:data224};
if(vErrors === null){
vErrors = [err429];
}
else {
vErrors.push(err429);
}
errors++;
}
}
else {
const err430 = {instancePath:instancePath+"/tracing",schemaPath:"#/properties/tracing/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.tracing.type,parentSchema:schema11.properties.tracing,data:data221};
if(vErrors === null){
vErrors = [err430];
}
else {
vErrors.push(err430);
}
errors++;
}
let data225 = data.reload;
if(data225 && typeof data225 == "object" && !Array.isArray(data225)){
if(data225.watch === undefined){
data225.watch = true;
}
if(data225.pollSeconds === undefined){
data225.pollSeconds = 10;
}
for(const key57 in data225){
if(!((key57 === "watch") || (key57 === "pollSeconds"))){
const err431 = {instancePath:instancePath+"/reload",schemaPath:"#/properties/reload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key57},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.reload,data:data225};
if(vErrors === null){
vErrors = [err431];
}
else {
vErrors.push(err431);
}
errors++;
}
}
let data226 = data225.watch;
if(typeof data226 !== "boolean"){
const err432 = {instancePath:instancePath+"/reload/watch",schemaPath:"#/properties/reload/properties/watch/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.reload.properties.watch.type,parentSchema:schema11.properties.reload.properties.watch,data:data226};
if(vErrors === null){
vErrors = [err432];
}
else {
vErrors.push(err432);
}
errors++;
}
let data227 = data225.pollSeconds;
if(!(((typeof data227 == "number") && (!(data227 % 1) && !isNaN(data227))) && (isFinite(data227)))){
const err433 = {instancePath:instancePath+"/reload/pollSeconds",schemaPath:"#/properties/reload/properties/pollSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.reload.properties.pollSeconds.type,parentSchema:schema11.properties.reload.properties.pollSeconds,data:data227};
if(vErrors === null){
vErrors = [err433];
}
else {
vErrors.push(err433);
}
errors++;
}
if((typeof data227 == "number") && (isFinite(data227))){
if(data227 > 3600 || isNaN(data227)){
const err434 = {instancePath:instancePath+"/reload/pollSeconds",schemaPath:"#/properties/reload/properties/pollSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.reload.properties.pollSeconds,data:data227};
if(vErrors === null){
vErrors = [err434];
}
else {
vErrors.push(err434);
}
errors++;
}
if(data227 < 1 || isNaN(data227)){
const err435 = {instancePath:instancePath+"/reload/pollSeconds",schemaPath:"#/properties/reload/properties/pollSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.reload.properties.pollSeconds,data:data227};
if(vErrors === null){
vErrors = [err435];
}
else {
vErrors.push(err435);
}
errors++;
}
}
}
else {
const err436 = {instancePath:instancePath+"/reload",schemaPath:"#/properties/reload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.reload.type,parentSchema:schema11.properties.reload,data:data225};
if(vErrors === null){
vErrors = [err436];
}
else {
vErrors.push(err436);
}
errors++;
}
let data228 = data.shutdown;
if(data228 && typeof data228 == "object" && !Array.isArray(data228)){
if(data228.drainSeconds === undefined){
data228.drainSeconds = 0;
}
if(data228.graceSeconds === undefined){
data228.graceSeconds = 30;
}
for(const key58 in data228){
if(!((key58 === "drainSeconds") || (key58 === "graceSeconds"))){
const err437 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key58},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.shutdown,data:data228};
if(vErrors === null){
vErrors = [err437];
}
else {
vErrors.push(err437);
}
errors++;
}
}
let data229 = data228.drainSeconds;
if(!(((typeof data229 == "number") && (!(data229 % 1) && !isNaN(data229))) && (isFinite(data229)))){
const err438 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.drainSeconds.type,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data229};
if(vErrors === null){
vErrors = [err438];
}
else {
vErrors.push(err438);
}
errors++;
}
if((typeof data229 == "number") && (isFinite(data229))){
if(data229 > 600 || isNaN(data229)){
const err439 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data229};
if(vErrors === null){
vErrors = [err439];
}
else {
vErrors.push(err439);
}
errors++;
}
if(data229 < 0 || isNaN(data229)){
const err440 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data229};
if(vErrors === null){
vErrors = [err440];
}
else {
vErrors.push(err440);
}
errors++;
}
}
let data230 = data228.graceSeconds;
if(!(((typeof data230 == "number") && (!(data230 % 1) && !isNaN(data230))) && (isFinite(data230)))){
const err441 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.graceSeconds.type,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data230};
if(vErrors === null){
vErrors = [err441];
}
else {
vErrors.push(err441);
}
errors++;
}
if((typeof data230 == "number") && (isFinite(data230))){
if(data230 > 3600 || isNaN(data230)){
const err442 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data230};
if(vErrors === null){
vErrors = [err442];
}
else {
vErrors.push(err442);
}
errors++;
}
if(data230 < 1 || isNaN(data230)){
const err443 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data230};
if(vErrors === null){
vErrors = [err443];
}
else {
vErrors.push(err443);
}
errors++;
}
}
}
else {
const err444 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.shutdown.type,parentSchema:schema11.properties.shutdown,data:data228};
if(vErrors === null){
vErrors = [err444];
}
else {
vErrors.push(err444);
}
errors++;
}
}
else {
const err445 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err445];
}
else {
vErrors.push(err445);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

