// Made from gatehouse.schema.json by `npm run config:generate`. Do not edit.
"use strict";
module.exports = validate10;
module.exports.default = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["publicUrl","identityPlatform"],"properties":{"publicUrl":{"type":"string","description":"Origin that visitors use, without a path, such as `https://app.example.com`.","pattern":"^https?://[^/@?#\\s]+/?$"},"listen":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind; `localhost` binds both 127.0.0.1 and ::1.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8080,"minimum":0,"maximum":65535},"unix":{"type":["string","null"],"default":null,"description":"Path of a Unix socket to listen on instead of `host` and `port`, such as `/run/gatehouse/gatehouse.sock`. It has mode 0660 and is removed when the gateway stops; one that a killed process left behind is replaced. Clients have no address there: see `trustedProxies`.","pattern":"^/[^\\u0000-\\u001f\\u007f]+$"},"fd":{"type":["integer","null"],"default":null,"minimum":3,"maximum":1023,"description":"Number of a file descriptor to listen on instead of `host` and `port`: a bound socket that the parent process hands over. Not needed with a systemd socket unit, whose socket is found by itself."},"tls":{"type":["object","null"],"required":["certFile","keyFile"],"properties":{"certFile":{"type":"string","description":"File with the certificate in PEM, followed by those of its issuers.","minLength":1},"keyFile":{"type":"string","description":"File with the private key of the certificate in PEM, not encrypted.","minLength":1}},"description":"TLS 1.2 and 1.3 for visitors. null: plain HTTP, TLS ends in front of the gateway. The files are read again when they change. HTTP/2 is not offered.","default":null,"additionalProperties":false}},"description":"Where visitors (or the load balancer) reach the gateway.","default":{},"additionalProperties":false},"management":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":9464,"minimum":0,"maximum":65535},"tokenFile":{"type":["string","null"],"default":null,"description":"File with a token of at least 32 characters, such as `openssl rand -hex 32` writes. Everything on this listener but `/livez` and `/readyz` then needs `Authorization: Bearer <token>`. null: nothing does."}},"description":"Listener for `/livez`, `/readyz` and `/metrics`; keep it away from visitors.","default":{},"additionalProperties":false},"metrics":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"false: nothing is counted, and there is no such path.","default":true},"durationBuckets":{"type":"array","items":{"type":"number","exclusiveMinimum":0,"maximum":3600},"description":"Upper bounds of the durations of requests and of the application’s answers, in seconds, ascending. Each is one time series more for each route.","default":[0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30],"minItems":1,"maxItems":24}},"description":"Metrics at `/metrics` of the management listener, in the text format of Prometheus.","default":{},"additionalProperties":false},"trustedProxies":{"type":"array","items":{"type":"string","minLength":1},"description":"CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are believed. `unix:` stands for whoever connects to a Unix socket. Empty: nobody.","default":[]},"upstream":{"type":["object","null"],"required":["url"],"properties":{"url":{"type":"string","description":"Origin of the application, without a path, such as `http://127.0.0.1:3000`; or the Unix socket on which it speaks HTTP, such as `unix:/run/app/app.sock`.","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"unixSocket":{"type":["string","null"],"default":null,"description":"Path of the Unix socket on which the application answers, in place of the host and port of `url`, which then gives scheme, `Host` and the name in its certificate.","pattern":"^/[^\\u0000-\\u001f\\u007f]+$"},"caFile":{"type":["string","null"],"default":null,"description":"File with certificates in PEM that vouch for the application: those of a private CA, or its own. They alone count then, beside them neither the public CAs nor `NODE_EXTRA_CA_CERTS`. Read again when it changes, as `certFile` and `keyFile` are. This and the next five keys need an https `url`.","minLength":1},"certFile":{"type":["string","null"],"default":null,"description":"File with the certificate in PEM that the gateway shows to the application (mutual TLS), followed by those of its issuers. Together with `keyFile`.","minLength":1},"keyFile":{"type":["string","null"],"default":null,"description":"File with the private key of `certFile` in PEM, not encrypted.","minLength":1},"serverName":{"type":["string","null"],"default":null,"description":"Name that the certificate of the application has to have, and that TLS asks for (SNI). null: the host of `url`.","pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"minTlsVersion":{"enum":["1.2","1.3"],"default":"1.2","description":"Oldest version of TLS that is spoken with the application."},"insecure":{"type":"boolean","description":"Takes every certificate of the application, so that whoever stands between can read and change all requests and answers. Warned of at every start, and counted by `gatehouse_upstream_insecure`.","default":false},"hostHeader":{"enum":["public","upstream"],"default":"public","description":"`Host` that the application sees: that of `publicUrl`, or that of `upstream.url` (`localhost` for a Unix socket)."},"passHeaders":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"},"default":[],"description":"Lower-case names of client headers that reach the application although the gateway drops them, such as `x-http-method-override`. Every client can then set them."},"sharedCaching":{"type":"boolean","description":"Answers to requests that needed a session keep the `Cache-Control` of the application. Otherwise shared caches may not store them: `public` and `s-maxage` are taken out, `private` is added.","default":false},"connectTimeoutMs":{"type":"integer","description":"Longest wait for a connection, in milliseconds.","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"type":"integer","description":"Longest wait for the head of an answer, in milliseconds; 0 waits for ever.","default":60000,"minimum":0,"maximum":3600000},"idleTimeoutMs":{"type":"integer","description":"Longest silence inside an answer, in milliseconds; 0 allows any, as event streams need.","default":0,"minimum":0,"maximum":86400000},"maxStreamSeconds":{"type":"integer","description":"Longest time that a WebSocket, an event stream or another answer may last, in seconds, from its head on: WebSockets end with 1001, event streams with the end of their body, other answers are cut. 0: any.","default":0,"minimum":0,"maximum":31536000},"websocketCloseCode":{"type":"integer","enum":[4401,1008],"default":4401,"description":"Close code of a WebSocket whose session has ended; its reason says by what. 1008 is the general one of RFC 6455 for a policy."},"uploadIdleTimeoutMs":{"type":"integer","description":"Longest silence inside a request body, in milliseconds; 0 allows any.","default":60000,"minimum":0,"maximum":3600000},"maxBodyBytes":{"type":"integer","description":"Largest request body, in bytes; 0 allows any. A larger one is refused with 413 before the application sees a byte too many, also when it comes in chunks.","default":0,"minimum":0,"maximum":1125899906842624},"maxConnections":{"type":"integer","description":"Most connections to the application in use at a time, those of WebSockets and event streams too; 0 allows any number. More requests wait for one, for `connectTimeoutMs`, and then get 503 `UPSTREAM_BUSY`. Holds for each process, and for each configuration that still has open requests.","default":0,"minimum":0,"maximum":1000000}},"description":"The application behind the gateway, on the host of `publicUrl`. null: there are several (`applications`), or requests come as questions of other proxies (`forwardAuth`).","default":null,"additionalProperties":false},"applications":{"type":"array","items":{"type":"object","required":["name","path","stripPath"],"properties":{"name":{"type":"string","description":"Lower-case name, in logs, metrics and \"to continue to …\".","pattern":"^[a-z0-9-]{1,32}$"},"host":{"type":"string","description":"Host that visitors use, without a port; `*.example.com` for all hosts one label below. Left out: that of `publicUrl`.","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"path":{"type":"string","description":"`/folder/*`: the folder and everything below it. Of several that match, the longest counts.","default":"/*","pattern":"^/([^*?#\\s]+/)?\\*$"},"stripPath":{"type":"boolean","description":"The application sees targets without the folder of `path`. Its redirects, links and cookies are not rewritten.","default":false},"upstream":{"type":["object","null"],"required":["url","unixSocket","caFile","certFile","keyFile","serverName","minTlsVersion","insecure","hostHeader","passHeaders","sharedCaching","connectTimeoutMs","headersTimeoutMs","idleTimeoutMs","maxStreamSeconds","websocketCloseCode","uploadIdleTimeoutMs","maxBodyBytes","maxConnections"],"properties":{"url":{"type":"string","description":"Origin of the application, without a path, such as `http://127.0.0.1:3000`; or the Unix socket on which it speaks HTTP, such as `unix:/run/app/app.sock`.","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"unixSocket":{"type":["string","null"],"default":null,"description":"Path of the Unix socket on which the application answers, in place of the host and port of `url`, which then gives scheme, `Host` and the name in its certificate.","pattern":"^/[^\\u0000-\\u001f\\u007f]+$"},"caFile":{"type":["string","null"],"default":null,"description":"File with certificates in PEM that vouch for the application: those of a private CA, or its own. They alone count then, beside them neither the public CAs nor `NODE_EXTRA_CA_CERTS`. Read again when it changes, as `certFile` and `keyFile` are. This and the next five keys need an https `url`.","minLength":1},"certFile":{"type":["string","null"],"default":null,"description":"File with the certificate in PEM that the gateway shows to the application (mutual TLS), followed by those of its issuers. Together with `keyFile`.","minLength":1},"keyFile":{"type":["string","null"],"default":null,"description":"File with the private key of `certFile` in PEM, not encrypted.","minLength":1},"serverName":{"type":["string","null"],"default":null,"description":"Name that the certificate of the application has to have, and that TLS asks for (SNI). null: the host of `url`.","pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"minTlsVersion":{"enum":["1.2","1.3"],"default":"1.2","description":"Oldest version of TLS that is spoken with the application."},"insecure":{"type":"boolean","description":"Takes every certificate of the application, so that whoever stands between can read and change all requests and answers. Warned of at every start, and counted by `gatehouse_upstream_insecure`.","default":false},"hostHeader":{"enum":["public","upstream"],"default":"public","description":"`Host` that the application sees: that of `publicUrl`, or that of `upstream.url` (`localhost` for a Unix socket)."},"passHeaders":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"},"default":[],"description":"Lower-case names of client headers that reach the application although the gateway drops them, such as `x-http-method-override`. Every client can then set them."},"sharedCaching":{"type":"boolean","description":"Answers to requests that needed a session keep the `Cache-Control` of the application. Otherwise shared caches may not store them: `public` and `s-maxage` are taken out, `private` is added.","default":false},"connectTimeoutMs":{"type":"integer","description":"Longest wait for a connection, in milliseconds.","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"type":"integer","description":"Longest wait for the head of an answer, in milliseconds; 0 waits for ever.","default":60000,"minimum":0,"maximum":3600000},"idleTimeoutMs":{"type":"integer","description":"Longest silence inside an answer, in milliseconds; 0 allows any, as event streams need.","default":0,"minimum":0,"maximum":86400000},"maxStreamSeconds":{"type":"integer","description":"Longest time that a WebSocket, an event stream or another answer may last, in seconds, from its head on: WebSockets end with 1001, event streams with the end of their body, other answers are cut. 0: any.","default":0,"minimum":0,"maximum":31536000},"websocketCloseCode":{"type":"integer","enum":[4401,1008],"default":4401,"description":"Close code of a WebSocket whose session has ended; its reason says by what. 1008 is the general one of RFC 6455 for a policy."},"uploadIdleTimeoutMs":{"type":"integer","description":"Longest silence inside a request body, in milliseconds; 0 allows any.","default":60000,"minimum":0,"maximum":3600000},"maxBodyBytes":{"type":"integer","description":"Largest request body, in bytes; 0 allows any. A larger one is refused with 413 before the application sees a byte too many, also when it comes in chunks.","default":0,"minimum":0,"maximum":1125899906842624},"maxConnections":{"type":"integer","description":"Most connections to the application in use at a time, those of WebSockets and event streams too; 0 allows any number. More requests wait for one, for `connectTimeoutMs`, and then get 503 `UPSTREAM_BUSY`. Holds for each process, and for each configuration that still has open requests.","default":0,"minimum":0,"maximum":1000000}},"description":"The application, with the keys of the top-level `upstream`. Left out or null: another proxy reaches it and asks by `forwardAuth`.","additionalProperties":false},"access":{"type":"object","required":["default","rules"],"properties":{"default":{"enum":["public","optional","signed-in","deny"],"default":"signed-in","description":"For requests that no rule matches: `public` lets everybody pass, `optional` everybody with the identity of those who are signed in, `signed-in` them alone, `deny` nobody."},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","description":"`/exact`, or `/folder/*` for everything below it.","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$","description":"Host the rule is for, without a port; `*.example.com` for all hosts one label below. All hosts when left out."},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1,"description":"HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too."},"allow":{"description":"`public`, `optional`, `signed-in`, `deny`, or a condition such as `{ claim, oneOf }`.","if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"type":"boolean","description":"True: the visitor must have signed in with a second factor, of whatever kind. Sign-ins by custom token or as anonymous have none."},"signedInWithin":{"type":"integer","minimum":60,"description":"Longest time since the visitor signed in at the provider (`auth_time` of that sign-in), in seconds. Refreshing the session does not change it."}},"additionalProperties":false,"description":"What the sign-in itself must be, beside `allow`. Visitors who lack it are asked to sign in again; calls get 401 `STEP_UP_REQUIRED`. Goes with `signed-in` and conditions."}},"additionalProperties":false},"default":[],"description":"Rules, in order."}},"description":"Who may see what here; left out: the top-level `access`.","additionalProperties":false},"identityHeaders":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"type":["string","null"]}},"additionalProperties":false,"description":"Identity headers here; left out: the top-level `identityHeaders`."},"cors":{"type":"object","required":["origins","credentials"],"properties":{"origins":{"type":"array","items":{"type":"string","minLength":1},"description":"Origins of those pages: scheme, host and port, such as `https://app.example.com`. Each is written out: `https://*.example.com` and `null` are not possible. `*` alone stands for every origin, without `credentials`.","default":[]},"credentials":{"type":"boolean","description":"They may send the session. To pages of another site, browsers send it only with `cookie.sameSite: none`; sibling hosts (`app.example.com` and `api.example.com`) are one site.","default":false}},"description":"Pages of other origins here; left out: the top-level `cors`.","additionalProperties":false},"login":{"type":"object","properties":{"brand":{"type":"object","properties":{"name":{"type":"string","description":"Name of the application.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"description":"Logo: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null, or left out beside a `logo`: that one.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"additionalProperties":false},"theme":{"type":"object","properties":{"accent":{"type":["string","null"],"description":"Accent. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"description":"Accent on dark backgrounds; null, or left out beside an `accent`: the nearest shade of that one. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}},"additionalProperties":false},"links":{"type":"object","properties":{"privacy":{"type":["string","null"],"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"description":"Help. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"description":"Whom to ask. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}}},"providers":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"uniqueItems":true,"description":"Ids of `login.providers` that the page offers on the way to this application; all when left out. Offers only: a session of another way passes unless a rule asks for `provider`."},"tenant":{"type":"string","description":"Tenant whose accounts the application is for: visitors sign in to it, and no other session passes.","pattern":"^[A-Za-z0-9-]+$"}},"additionalProperties":false,"description":"What is different on the login page for visitors of this application, and on pages of the gateway there: `brand`, `theme`, `links`, `destinations`, `providers`, `tenant`."}},"additionalProperties":false},"default":[],"description":"Several applications, by host and path, in place of `upstream`: the first that matches the host and the longest path gets a request. A host that none names gets 404. The login page is on the origin of `publicUrl` alone."},"forwardAuth":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"Answer questions at `paths.verify`.","default":false},"listen":{"type":["object","null"],"required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8081,"minimum":0,"maximum":65535}},"description":"Listener for questions alone. They are then not answered where visitors come in, which is recommended: an answer holds the identity of whoever asks. null: at `listen`.","default":null,"additionalProperties":false},"grpc":{"type":["object","null"],"required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8081,"minimum":0,"maximum":65535}},"description":"Listener for the gRPC protocol of Envoy (`envoy.service.auth.v3.Authorization`), without TLS: for Envoy, Istio and the like on the same machine or network. null: none.","default":null,"additionalProperties":false},"trustedProxies":{"type":["array","null"],"items":{"type":"string","minLength":1},"default":null,"description":"CIDRs of the proxies that may ask; everybody else gets 403, whatever the request says. null: those of the top-level `trustedProxies`."},"origins":{"type":"array","items":{"type":"string","minLength":1},"description":"Origins of the applications behind those proxies, such as `https://wiki.example.com`; that of `publicUrl` belongs to them by itself. Questions about others are refused, and visitors are sent nowhere else after sign-in. Hosts other than that of `publicUrl` need `cookie.domain`.","default":[]}},"description":"Verdicts for a proxy that stands in front of applications and asks about every request (`auth_request`, `forward_auth`, `forwardAuth`, `ext_authz`). See `deploy/forward-auth/`.","default":{},"additionalProperties":false},"identityPlatform":{"type":"object","required":["projectId"],"properties":{"projectId":{"type":"string","description":"Project id (not the number).","pattern":"^[a-z0-9][a-z0-9:.-]*$","maxLength":64},"apiKey":{"type":"string","description":"Web API key of the project.","default":""},"apiKeyFile":{"type":["string","null"],"default":null,"description":"File that holds the web API key, instead of `apiKey`."},"tenantId":{"type":["string","null"],"default":null,"description":"Tenant that every account must belong to; null: the project itself, and tokens of tenants are refused.","minLength":1},"tenants":{"type":"object","patternProperties":{"^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host (`acme.example.com`) or path (`/acme/*`) -> tenant whose accounts may pass there. What nothing matches belongs to `tenantId`, and to the tenants of `login.tenants`."},"credentials":{"type":"string","description":"Google credentials: the JSON text of a service account key, or of any other file that `credentialsFile` takes.","default":""},"credentialsFile":{"type":["string","null"],"default":null,"description":"File with the same, instead of `credentials`; null: application default credentials, which are the file named by `GOOGLE_APPLICATION_CREDENTIALS`, else the one that gcloud keeps, else the metadata server on a machine of Google, else none."},"serviceAccountEmail":{"type":["string","null"],"default":null,"description":"Service account that signs custom tokens when the credentials hold no key; null: the one that they impersonate, or that of the machine.","pattern":"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},"authDomain":{"type":["string","null"],"default":null,"description":"Domain that serves the federated sign-in helper."},"allowAnonymous":{"type":"boolean","description":"Accept anonymous accounts. Anybody who holds the public API key can make one.","default":false},"emulatorHost":{"type":["string","null"],"default":null,"description":"`host:port` of the official auth emulator. Its tokens are UNSIGNED: anybody can sign in as anybody."},"emulatorAnywhere":{"type":"boolean","description":"Allow `emulatorHost` with a `publicUrl` or `listen.host` that is not loopback, or a project id that does not begin with `demo-`.","default":false},"endpoints":{"type":"object","required":[],"properties":{"identityToolkit":{"type":"string","description":"Account and sign-in calls.","default":"https://identitytoolkit.googleapis.com"},"secureToken":{"type":"string","description":"Refresh calls.","default":"https://securetoken.googleapis.com"},"certificates":{"type":"string","description":"Public keys of id tokens: an x509 map or a JWK set.","default":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"},"oauthToken":{"type":"string","description":"Access tokens of the service account.","default":"https://oauth2.googleapis.com/token"},"sts":{"type":"string","description":"Access tokens for identities of other clouds (workload identity).","default":"https://sts.googleapis.com/v1/token"},"iamCredentials":{"type":"string","description":"Impersonation, and signatures without a key.","default":"https://iamcredentials.googleapis.com"}},"description":"Other base URLs of the provider, for tests and private gateways.","default":{},"additionalProperties":false}},"description":"Google Identity Platform (Firebase Authentication).","default":{},"additionalProperties":false},"cookie":{"type":"object","required":[],"properties":{"name":{"type":["string","null"],"default":null,"description":"Name; null: `__Host-gatehouse` on https, `__Secure-gatehouse` with a domain, `gatehouse` on http. Hosts with a cookie of their own have it as `__Host-…` on https.","pattern":"^[A-Za-z0-9_-]{1,64}$"},"allowPlainName":{"type":"boolean","description":"On https, take a `name` that begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts can then plant the cookie.","default":false},"domain":{"type":["string","null"],"default":null,"description":"`Domain` attribute, of your own and no public suffix such as `com`; null keeps the cookie on the host of `publicUrl` alone. Hosts of `applications` that are not below it have cookies of their own, and sessions are handed over to them.","pattern":"^[a-z0-9.-]+$"},"sameSite":{"enum":["lax","strict","none"],"default":"lax","description":"`SameSite` attribute. Not `strict` where hosts have cookies of their own."},"signatureKeys":{"type":"array","items":{"type":"string","minLength":1},"description":"Random secrets of at least 32 bytes each, as `gatehouse keys generate` makes them; others in hexadecimal digits or base64 (`openssl rand -base64 32`). What can be guessed, such as words and repetitions, is refused. The first signs, all verify. To replace a key, add the new one last, move it first when every replica has it, and drop the old one later: `gatehouse keys` has a command for each step.","default":[]},"signatureKeysFile":{"type":["string","null"],"default":null,"description":"File with one key a line, instead of `signatureKeys`."}},"description":"The session cookie.","default":{},"additionalProperties":false},"hsts":{"type":["object","null"],"required":[],"properties":{"maxAgeSeconds":{"type":"integer","description":"How long browsers remember it after each answer, in seconds; 0: they forget it.","default":31536000,"minimum":0,"maximum":315360000},"includeSubDomains":{"type":"boolean","description":"For every host below this one too: all of them must then be on https.","default":false},"preload":{"type":"boolean","description":"Consent to the list that browsers are delivered with (https://hstspreload.org), which takes long to leave. Needs `includeSubDomains` and a year.","default":false}},"description":"`Strict-Transport-Security` on every answer when `publicUrl` is https: browsers then use https alone for this host, on every port. An answer of the application that carries the header keeps its own. null: not sent; to take it back from browsers that know it, send `maxAgeSeconds: 0` for a while.","default":{},"additionalProperties":false},"session":{"type":"object","required":[],"properties":{"absoluteSeconds":{"type":"integer","description":"Longest life of a session, in seconds.","default":1209600,"minimum":60,"maximum":31536000},"idleSeconds":{"type":"integer","description":"Longest pause between two requests, in seconds; noted in the cookie at most once a minute, so it may bite up to a minute early. 0: no limit; else at least 120.","default":0,"minimum":0,"maximum":31536000},"streamsCountAsActivity":{"type":"boolean","description":"Open WebSockets, event streams and long answers count as requests for `idleSeconds`: a session does not end by silence while one is open, nor for `idleSeconds` after. This process alone knows that, not the cookie: after a restart, or at another replica, the last request counts. Otherwise they end when the session has had no request for so long.","default":false},"revocationCheckSeconds":{"type":"integer","description":"How often an account is looked up while it is in use, in seconds: after that long at the latest a disabled, deleted or revoked account is out, and its open WebSockets, event streams and long answers end. 0: only at a refresh.","default":300,"minimum":0,"maximum":86400},"expiredGraceSeconds":{"type":"integer","description":"How long an expired session may still pass while the provider is away, in seconds; marked in `x-gatehouse-expired` and the log. 0: not at all.","default":0,"minimum":0,"maximum":86400},"acquire":{"enum":["auto","exchange","handover"],"default":"auto","description":"`exchange`: tokens of its own, by a custom token of the service account; `handover`: the login page hands over its refresh token; `auto`: exchange when there are credentials that can sign."},"maxSignInAgeSeconds":{"type":"integer","description":"Longest time between a sign-in at the provider and the session that it begins, in seconds; verifying an address and setting up a second factor happen in between. Counted from `auth_time` of the id token, with five minutes more because clocks may differ. Sessions count from the same time, so one of `absoluteSeconds` or `idleSeconds` that is shorter is the limit.","default":900,"minimum":60,"maximum":86400},"requireVerifiedEmail":{"type":"boolean","description":"Sign-ins need a verified e-mail address; the login page offers to verify it. Accounts without an address cannot sign in. Sessions without one do not pass.","default":false},"visibleClaims":{"type":["array","string","null"],"items":{"type":"string","minLength":1},"pattern":"^all$","default":null,"description":"Claims that `GET paths.session` gives to the scripts of the site, by name or by path such as `firebase.identities`; `all`: every one. null: the standard claims of OpenID Connect, when and how the visitor signed in, the tenant, and what `identityHeaders` names."},"signInProviders":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":128},"minItems":1,"uniqueItems":true,"default":null,"description":"Ways to sign in that may have a session, as id tokens name them in `firebase.sign_in_provider`: `password` (e-mail links too), `google.com`, `saml.…`, `oidc.…`, `phone`, `anonymous`, `custom` (custom tokens). null: what the login page offers, `anonymous` with `identityPlatform.allowAnonymous`, and `custom` with the emulator. A list replaces that: it must hold what the page offers, and may hold ways of other pages and programs. Sessions of sign-ins in other ways do not pass."},"signInsPerMinute":{"type":"integer","description":"Sign-ins that one client address may try in a minute; each costs calls to the provider. 0: no limit. Behind a proxy, set `trustedProxies`, or all visitors share one address.","default":300,"minimum":0,"maximum":1000000},"cacheBytes":{"type":"integer","description":"Memory for verified sessions, in bytes.","default":67108864,"minimum":1048576,"maximum":17179869184}},"description":"How long a session lives and how it is made.","default":{},"additionalProperties":false},"logout":{"type":"object","required":[],"properties":{"clearSiteData":{"type":"array","items":{"enum":["cache","storage"],"description":"`cookies`, `executionContexts` and `*` are not for a gateway to send."},"default":[],"uniqueItems":true,"description":"What browsers delete of this origin at a sign-out, and where a session is refused for good (account disabled or deleted, sign-in revoked, session over): `storage` (local and session storage, databases, service workers: drafts too), `cache`. Sent as `Clear-Site-Data`, on https only. `cookies` would also delete those of other hosts of the domain, so it is not taken; the session cookie is cleared in any case."}},"description":"What the end of a session brings.","default":{},"additionalProperties":false},"paths":{"type":"object","required":[],"properties":{"login":{"type":"string","description":"Login page; everything below it is the gateway’s too.","default":"/login","pattern":"^/[A-Za-z0-9._~/-]*$"},"logout":{"type":"string","description":"Sign-out.","default":"/logout","pattern":"^/[A-Za-z0-9._~/-]*$"},"refresh":{"type":"string","description":"Token refresh.","default":"/_auth/refresh","pattern":"^/[A-Za-z0-9._~/-]*$"},"session":{"type":"string","description":"Session endpoint: sign-in and who-am-I.","default":"/_auth/session","pattern":"^/[A-Za-z0-9._~/-]*$"},"verify":{"type":"string","description":"Where proxies ask, and everything below it; see `forwardAuth`. 404 while that is off.","default":"/_auth/verify","pattern":"^/[A-Za-z0-9._~/-]*$"},"home":{"type":"string","description":"Where a visitor goes who asked for no page in particular.","default":"/","pattern":"^/[A-Za-z0-9._~/-]*$"}},"description":"Paths of the gateway itself; everything else goes to the application.","default":{},"additionalProperties":false},"redirectParameter":{"type":"string","description":"Name of the query parameter that carries the redirect target.","default":"redirect","pattern":"^[A-Za-z0-9_-]{1,64}$"},"identityHeaders":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"type":["string","null"]}},"default":{},"additionalProperties":false,"description":"Lower-case header name -> claim, beside the defaults (`x-forwarded-user`, `x-forwarded-email`, `x-forwarded-preferred-username`, `x-gatehouse-assertion`). `$idToken` sends `Bearer <id token>`, `$assertion` the signed assertion, `$signInProvider` and `$secondFactor` how the visitor signed in; the claim `email` is sent only when it is verified, `$emailUnverified` sends it in any case; null switches a header off."},"access":{"type":"object","required":[],"properties":{"default":{"enum":["public","optional","signed-in","deny"],"default":"signed-in","description":"For requests that no rule matches: `public` lets everybody pass, `optional` everybody with the identity of those who are signed in, `signed-in` them alone, `deny` nobody."},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","description":"`/exact`, or `/folder/*` for everything below it.","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$","description":"Host the rule is for, without a port; `*.example.com` for all hosts one label below. All hosts when left out."},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1,"description":"HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too."},"allow":{"description":"`public`, `optional`, `signed-in`, `deny`, or a condition such as `{ claim, oneOf }`.","if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"type":"boolean","description":"True: the visitor must have signed in with a second factor, of whatever kind. Sign-ins by custom token or as anonymous have none."},"signedInWithin":{"type":"integer","minimum":60,"description":"Longest time since the visitor signed in at the provider (`auth_time` of that sign-in), in seconds. Refreshing the session does not change it."}},"additionalProperties":false,"description":"What the sign-in itself must be, beside `allow`. Visitors who lack it are asked to sign in again; calls get 401 `STEP_UP_REQUIRED`. Goes with `signed-in` and conditions."}},"additionalProperties":false},"default":[],"description":"Rules, in order."}},"description":"Who may see what. The first rule that matches decides.","default":{},"additionalProperties":false},"cors":{"type":"object","required":[],"properties":{"origins":{"type":"array","items":{"type":"string","minLength":1},"description":"Origins of those pages: scheme, host and port, such as `https://app.example.com`. Each is written out: `https://*.example.com` and `null` are not possible. `*` alone stands for every origin, without `credentials`.","default":[]},"credentials":{"type":"boolean","description":"They may send the session. To pages of another site, browsers send it only with `cookie.sameSite: none`; sibling hosts (`app.example.com` and `api.example.com`) are one site.","default":false}},"description":"Pages of other origins that call the application by script (CORS). The gateway answers their preflights, and lets them read its own refusals; what they may read of the application, the application says itself.","default":{},"additionalProperties":false},"keepForms":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"Such a visitor gets a page that keeps the fields in this tab of the browser, and sends them after sign-in when the visitor presses “Send”. Otherwise the form is lost.","default":false},"maxBytes":{"type":"integer","description":"Largest body that is kept, in bytes; what is larger is lost.","default":65536,"minimum":1024,"maximum":1048576}},"description":"Forms that somebody posts whose session has ended. Only page loads by POST with `application/x-www-form-urlencoded`, from pages of the same origin, to the application behind this gateway.","default":{},"additionalProperties":false},"bearer":{"type":"array","items":{"type":"object","required":["issuer","audiences","claims","jwksUri","headers","applications"],"properties":{"issuer":{"type":"string","description":"Who issues the tokens, exactly as their `iss` says: `https://securetoken.google.com/<project>` for id tokens of the project itself, `https://accounts.google.com` for Google service accounts, or any OpenID provider with a discovery document. https; http on this machine only.","pattern":"^https?://[^@?#\\s]+$","maxLength":500},"audiences":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"minItems":1,"description":"Values of `aud` that are meant for this gateway, such as its URL; the project id for id tokens of the project. A token passes when one of its audiences is here."},"claims":{"type":"object","patternProperties":{"^.*$":{"type":"array","items":{"type":"string"},"minItems":1}},"default":{},"description":"What tokens must say beside that, claim -> values of which one must be there: `{ email: [ci@acme.iam.gserviceaccount.com] }`, `{ repository: [acme/wiki] }`. Needed where an issuer gives anybody a token for any audience, as Google and GitHub do. `email` counts only when `email_verified` is true."},"jwksUri":{"type":["string","null"],"default":null,"description":"Address of the issuer’s keys (a JWK set), where it has no discovery document. null: what `<issuer>/.well-known/openid-configuration` says.","pattern":"^https?://[^@#\\s]+$"},"headers":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"},"default":[],"description":"Headers that hold a token of this issuer beside `Authorization`, without a scheme, such as `x-goog-iap-jwt-assertion` or `cf-access-jwt-assertion`. The application gets none of them."},"applications":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9-]{1,32}$"},"default":[],"description":"Names of the applications at which the tokens count; none: all."}},"additionalProperties":false},"default":[],"description":"Issuers of bearer tokens that let scripts and services in. While it is empty, `Authorization` is the application’s own and passes untouched. See `gateway/REFERENCE.md`, Machines."},"login":{"type":"object","required":[],"properties":{"methods":{"type":"object","required":[],"properties":{"password":{"type":"boolean","description":"E-mail and password.","default":true},"emailLink":{"type":"boolean","description":"A link sent by e-mail.","default":false},"signup":{"type":"boolean","description":"Visitors may create accounts with a password. The project must allow it too; off here, an account can still be made with the public API key unless it is off there.","default":false},"askName":{"type":"boolean","description":"Ask new accounts for a name; with `signup` or `emailLink`.","default":false}},"description":"Ways to sign in beside `providers`.","default":{},"additionalProperties":false},"providers":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","description":"`google.com`, `github.com`, `microsoft.com`, `apple.com`, `facebook.com`, `twitter.com`, `yahoo.com`, or `saml.…` or `oidc.…` as the project calls it.","pattern":"^[a-z0-9][A-Za-z0-9._-]{0,127}$"},"name":{"type":"string","description":"What visitors know it by; needed for `saml.…` and `oidc.…`.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":60},"icon":{"type":["string","null"],"default":null,"description":"Icon of the button: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"scopes":{"type":"array","items":{"type":"string","minLength":1},"description":"OAuth scopes beside the default ones.","default":[]},"params":{"type":"object","patternProperties":{"^.*$":{"type":"string"}},"description":"Parameters for the provider, such as `{ hd: example.com }`."}},"additionalProperties":false},"default":[],"description":"Federated providers, in the order of their buttons."},"federated":{"type":"object","required":[],"properties":{"mode":{"enum":["auto","redirect","popup"],"default":"auto","description":"`auto`: by redirect when the helper is on our own origin, else in a popup. The page offers the other one when the first cannot work."},"helper":{"enum":["proxy","firebaseapp"],"default":"proxy","description":"`proxy`: the gateway passes `/__/auth/*` on to the auth domain, so that sign-in works where browsers keep storage of other sites apart; every provider must then know `<publicUrl>/__/auth/handler`. `firebaseapp`: browsers go to the auth domain."},"helperUrl":{"type":["string","null"],"default":null,"description":"Origin that `/__/auth/*` is passed on to; null: `https://<identityPlatform.authDomain>`, else `https://<projectId>.firebaseapp.com`.","pattern":"^https?://[^/@?#\\s]+/?$"}},"description":"How the page goes to a federated provider.","default":{},"additionalProperties":false},"mfa":{"type":"object","required":[],"properties":{"totp":{"enum":["off","optional","required"],"default":"optional","description":"Codes of an authenticator app. `optional`: asked of accounts that have them; `required`: who has no second factor sets one up, and no session begins, or passes, without one of any kind."},"sms":{"type":"boolean","description":"Codes by text message for accounts that have a phone as second factor. Loads reCAPTCHA of Google, which loosens the Content-Security-Policy.","default":false},"issuer":{"type":["string","null"],"default":null,"description":"Name in the authenticator app; null: `login.brand.name`.","minLength":1,"pattern":"^[^:]+$"}},"description":"Second factors.","default":{},"additionalProperties":false},"tenants":{"type":"object","required":[],"properties":{"byHost":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host that visitors use -> tenant that the page begins with there."},"byEmailDomain":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Domain of the e-mail address -> tenant."},"choose":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"},"name":{"type":"string","description":"What visitors know it by.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"}},"additionalProperties":false},"default":[],"description":"Tenants to choose from, as buttons."}},"description":"How the page finds out whose accounts a visitor has, where `identityPlatform.tenants` does not say. Accounts of every tenant named here and of `identityPlatform.tenantId` may pass there; the project's own may not as soon as one is named.","default":{},"additionalProperties":false},"brand":{"type":"object","required":[],"properties":{"name":{"type":"string","description":"Name of the application.","default":"Gatehouse","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"default":null,"description":"Logo above the form: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"default":null,"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null: `logo`.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"default":null,"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"default":null,"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"description":"Whose page it is.","default":{},"additionalProperties":false},"theme":{"type":"object","required":[],"properties":{"accent":{"type":["string","null"],"default":null,"description":"Buttons and links on light backgrounds; refused when it cannot be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"default":null,"description":"The same on dark backgrounds; null: the nearest shade of `accent` that can be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"mode":{"enum":["auto","light","dark"],"default":"auto","description":"`auto`: as the visitor prefers."},"radius":{"type":"integer","description":"Radius of corners, in CSS pixels.","default":10,"minimum":0,"maximum":24},"font":{"type":"string","description":"`system`, or a list of font families as in CSS; they must be installed where the visitor is.","default":"system","pattern":"^[A-Za-z0-9 ,'\"_-]{1,200}$"},"cssFile":{"type":["string","null"],"default":null,"description":"Stylesheet of your own, loaded after ours; at most 64 kB, without `@import` and addresses of other sites. Nobody checks its contrasts."}},"description":"How it looks.","default":{},"additionalProperties":false},"links":{"type":"object","required":[],"properties":{"privacy":{"type":["string","null"],"default":null,"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"default":null,"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"default":null,"description":"Help with signing in. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"default":null,"description":"Whom to ask: shown where something went wrong. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"description":"Where it points to.","default":{},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}},"default":{},"additionalProperties":false,"description":"Path -> name of what is below it, for \"to continue to …\"; the longest path that matches counts."},"hosts":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"object","properties":{"brand":{"type":"object","properties":{"name":{"type":"string","description":"Name of the application.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"description":"Logo: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null, or left out beside a `logo`: that one.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"additionalProperties":false},"theme":{"type":"object","properties":{"accent":{"type":["string","null"],"description":"Accent. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"description":"Accent on dark backgrounds; null, or left out beside an `accent`: the nearest shade of that one. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}},"additionalProperties":false},"links":{"type":"object","properties":{"privacy":{"type":["string","null"],"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"description":"Help. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"description":"Whom to ask. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}}}},"additionalProperties":false}},"default":{},"additionalProperties":false,"description":"Host -> what is different there: `brand`, `theme`, `links`, `destinations`."},"locales":{"type":"object","required":[],"properties":{"default":{"type":"string","description":"For visitors none of whose languages is enabled.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$","default":"en"},"enabled":{"type":"array","items":{"type":"string","description":"A language.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},"default":["en","de","fr","es","pt-BR","ja","zh-Hans","ar"],"minItems":1,"uniqueItems":true,"description":"Languages to offer, in the order of the switch."},"overrides":{"type":"object","patternProperties":{"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$":{"type":"object","patternProperties":{"^.*$":{"type":"string","minLength":1}}}},"default":{},"additionalProperties":false,"description":"Language -> key -> text, instead of ours. Keys are those of `login-ui/locales/en.json`; a text must have the same `{slots}`."}},"description":"Languages: en, de, fr, es, pt-BR, ja, zh-Hans, ar.","default":{},"additionalProperties":false},"security":{"type":"object","required":[],"properties":{"trustedTypes":{"enum":["auto","off"],"default":"auto","description":"`auto`: wherever no script of Google is needed."},"reportUri":{"type":["string","null"],"default":null,"description":"Where browsers report violations to: an https URL.","pattern":"^https://[^\\s;,'\"]+$"},"recaptcha":{"type":"boolean","description":"The project asks for reCAPTCHA Enterprise at sign-in: allow its scripts.","default":false}},"description":"Content-Security-Policy of the page.","default":{},"additionalProperties":false},"emulator":{"type":["string","null"],"default":null,"description":"`host:port` at which browsers reach the auth emulator, when it is not `identityPlatform.emulatorHost`.","pattern":"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"}},"description":"The login page.","default":{},"additionalProperties":false},"log":{"type":"object","required":[],"properties":{"level":{"enum":["fatal","error","warn","info","debug","trace","silent"],"default":"info","description":"Least important level that is written. Security events and the warnings of the start are written whatever it says."},"format":{"enum":["json","text"],"default":"json","description":"How lines are written. `json`: one JSON object a line, for collectors. `text`: for people at a terminal; not meant to be parsed, and slower."},"requests":{"enum":["all","refused","none"],"default":"all","description":"Which requests get a line, when their answer is over. `refused`: those that were refused or failed, and slow ones. `none`: failures alone (levels `warn` and `error`)."},"sample":{"type":"number","description":"Share of the allowed requests that get a line, such as 0.01 for one of a hundred. Refusals, failures and slow requests always do.","default":1,"minimum":0,"maximum":1},"slowMs":{"type":"integer","description":"A request that takes at least so long, from its arrival to the end of its answer, is slow; in milliseconds.","default":5000,"minimum":1,"maximum":3600000}},"description":"Lines on standard output.","default":{},"additionalProperties":false},"audit":{"type":"object","required":[],"properties":{"to":{"type":"string","description":"`stdout`: among the lines of the log. Anything else is the path of a file, to which lines are appended; it is made with mode 0600 where there is none, and opened anew at SIGHUP. A file that cannot be opened is a problem of the configuration.","default":"stdout","minLength":1},"format":{"enum":["json","cloudevents"],"default":"json","description":"How events are written. `json`: as lines of the log. `cloudevents`: as events of CloudEvents 1.0, structured JSON, one a line; `source` is `publicUrl`."},"refreshes":{"type":"boolean","description":"Writes an event `session.refreshed` for each refresh of a session, about one an hour for each visitor.","default":false}},"description":"Security events: who signs in, which sessions end, what is refused, which configuration is in force. They are written whatever `log.level` says.","default":{},"additionalProperties":false},"tracing":{"type":"object","required":[],"properties":{"accept":{"enum":["trusted","all","none"],"default":"trusted","description":"Whose `traceparent`, `tracestate` and `baggage` are continued: those of `trustedProxies`, of everybody, of nobody. From others they are removed."},"paths":{"type":"boolean","description":"Spans have the path of the request (`url.path`), without its query. Paths may hold what identifies a person.","default":false},"subject":{"type":"boolean","description":"Spans have the uid of whoever is signed in (`enduser.id`).","default":false}},"description":"Traces (W3C Trace Context). Spans are recorded only where an OpenTelemetry SDK is loaded beside the gateway.","default":{},"additionalProperties":false},"reload":{"type":"object","required":[],"properties":{"watch":{"type":"boolean","description":"Reads the configuration anew when its file or a file that it names changes. false: at SIGHUP only.","default":true},"pollSeconds":{"type":"integer","description":"How often the files are looked at where the system reports no changes, such as on network file systems, in seconds.","default":10,"minimum":1,"maximum":3600}},"description":"How changes of the configuration reach a gateway that runs; SIGHUP makes it read everything at once.","default":{},"additionalProperties":false},"shutdown":{"type":"object","required":[],"properties":{"drainSeconds":{"type":"integer","description":"How long requests are still taken after `/readyz` says 503, in seconds.","default":0,"minimum":0,"maximum":600},"graceSeconds":{"type":"integer","description":"How long requests in flight may take to finish, in seconds.","default":30,"minimum":1,"maximum":3600}},"description":"What happens at SIGTERM and SIGINT.","default":{},"additionalProperties":false}},"additionalProperties":false,"title":"Gatehouse configuration","definitions":{"condition":{"type":"object","description":"A condition: one of all, any, not, claim, uid, email, emailDomain and so on.","additionalProperties":false,"properties":{"all":{"type":"array","items":{"$ref":"#/definitions/condition"},"description":"Conditions that all have to hold; an empty list holds."},"any":{"type":"array","items":{"$ref":"#/definitions/condition"},"description":"Conditions of which one has to hold; an empty list never does."},"not":{"$ref":"#/definitions/condition","description":"A condition that must not hold."},"claim":{"type":"string","description":"Name of a claim of the id token, or a path into one such as `firebase.identities`; a claim whose own name has dots comes first.","minLength":1},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1,"description":"With `claim`: values that let a visitor pass; a claim that is a list passes when one of its members is here."},"present":{"type":"boolean","description":"With `claim`: true, it is there and not null; false, it is missing or null."},"uid":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"Uids."},"email":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"E-mail addresses, in upper or lower case. Only a verified address counts."},"emailDomain":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"What stands behind the `@` of the e-mail address, such as `example.com`; domains below it are others. Only a verified address counts."},"allowUnverified":{"type":"boolean","description":"With `email`, `emailDomain` or the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address."},"emailVerified":{"type":"boolean","description":"Has the e-mail address been verified?"},"tenant":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"Tenant ids. Accounts of the project itself have none."},"provider":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"How the visitor signed in, such as `password`, `google.com` or `saml.acme`."},"secondFactor":{"type":"boolean","description":"Was there a second factor at sign-in?"},"network":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"type":"string","minLength":1},"description":"CIDRs or addresses, one of which has the address of the client."}}}}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = require("ajv/dist/runtime/ucs2length").default;
const func0 = require("ajv/dist/runtime/equal").default;
const pattern0 = new RegExp("^https?://[^/@?#\\s]+/?$", "u");
const pattern1 = new RegExp("^/[^\\u0000-\\u001f\\u007f]+$", "u");
const pattern2 = new RegExp("^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$", "u");
const pattern4 = new RegExp("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern5 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");
const pattern6 = new RegExp("^[a-z0-9-]{1,32}$", "u");
const pattern7 = new RegExp("^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern8 = new RegExp("^/([^*?#\\s]+/)?\\*$", "u");
const pattern13 = new RegExp("^/[^*?#\\s]*(/\\*)?$|^/\\*$", "u");
const pattern15 = new RegExp("^[A-Z]+$", "u");
const pattern18 = new RegExp("^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$", "u");
const pattern19 = new RegExp("\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$", "u");
const pattern23 = new RegExp("^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", "u");
const pattern25 = new RegExp("^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$", "u");
const pattern29 = new RegExp("^/[A-Za-z0-9._~/-]*$", "u");
const pattern30 = new RegExp("^[A-Za-z0-9-]+$", "u");
const pattern31 = new RegExp("^[a-z0-9][a-z0-9:.-]*$", "u");
const pattern32 = new RegExp("^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$", "u");
const pattern35 = new RegExp("^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$", "u");
const pattern36 = new RegExp("^[A-Za-z0-9_-]{1,64}$", "u");
const pattern37 = new RegExp("^[a-z0-9.-]+$", "u");
const pattern38 = new RegExp("^all$", "u");
const pattern51 = new RegExp("^https?://[^@?#\\s]+$", "u");
const pattern52 = new RegExp("^.*$", "u");
const pattern53 = new RegExp("^https?://[^@#\\s]+$", "u");
const pattern56 = new RegExp("^[a-z0-9][A-Za-z0-9._-]{0,127}$", "u");
const pattern61 = new RegExp("^[^:]+$", "u");
const pattern77 = new RegExp("^[A-Za-z0-9 ,'\"_-]{1,200}$", "u");
const pattern98 = new RegExp("^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$", "u");
const pattern103 = new RegExp("^https://[^\\s;,'\"]+$", "u");
const pattern104 = new RegExp("^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$", "u");
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
data.upstream = null;
}
if(data.applications === undefined){
data.applications = [];
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
if(data.bearer === undefined){
data.bearer = [];
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
if(data.identityPlatform === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "identityPlatform"},message:"must have required property '"+"identityPlatform"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.publicUrl !== undefined){
let data0 = data.publicUrl;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err3 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.publicUrl,data:data0};
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
const err4 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.publicUrl.type,parentSchema:schema11.properties.publicUrl,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
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
const err5 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
let data2 = data1.host;
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/listen/host",schemaPath:"#/properties/listen/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.listen.properties.host.type,parentSchema:schema11.properties.listen.properties.host,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
let data3 = data1.port;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.listen.properties.port.type,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 65535 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
let data4 = data1.unix;
if((typeof data4 !== "string") && (data4 !== null)){
const err10 = {instancePath:instancePath+"/listen/unix",schemaPath:"#/properties/listen/properties/unix/type",keyword:"type",params:{type: schema11.properties.listen.properties.unix.type},message:"must be string,null",schema:schema11.properties.listen.properties.unix.type,parentSchema:schema11.properties.listen.properties.unix,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern1.test(data4)){
const err11 = {instancePath:instancePath+"/listen/unix",schemaPath:"#/properties/listen/properties/unix/pattern",keyword:"pattern",params:{pattern: "^/[^\\u0000-\\u001f\\u007f]+$"},message:"must match pattern \""+"^/[^\\u0000-\\u001f\\u007f]+$"+"\"",schema:"^/[^\\u0000-\\u001f\\u007f]+$",parentSchema:schema11.properties.listen.properties.unix,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
let data5 = data1.fd;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
const err12 = {instancePath:instancePath+"/listen/fd",schemaPath:"#/properties/listen/properties/fd/type",keyword:"type",params:{type: schema11.properties.listen.properties.fd.type},message:"must be integer,null",schema:schema11.properties.listen.properties.fd.type,parentSchema:schema11.properties.listen.properties.fd,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1023 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/listen/fd",schemaPath:"#/properties/listen/properties/fd/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1023},message:"must be <= 1023",schema:1023,parentSchema:schema11.properties.listen.properties.fd,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data5 < 3 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/listen/fd",schemaPath:"#/properties/listen/properties/fd/minimum",keyword:"minimum",params:{comparison: ">=", limit: 3},message:"must be >= 3",schema:3,parentSchema:schema11.properties.listen.properties.fd,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
let data6 = data1.tls;
if((!(data6 && typeof data6 == "object" && !Array.isArray(data6))) && (data6 !== null)){
const err15 = {instancePath:instancePath+"/listen/tls",schemaPath:"#/properties/listen/properties/tls/type",keyword:"type",params:{type: schema11.properties.listen.properties.tls.type},message:"must be object,null",schema:schema11.properties.listen.properties.tls.type,parentSchema:schema11.properties.listen.properties.tls,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.certFile === undefined){
const err16 = {instancePath:instancePath+"/listen/tls",schemaPath:"#/properties/listen/properties/tls/required",keyword:"required",params:{missingProperty: "certFile"},message:"must have required property '"+"certFile"+"'",schema:schema11.properties.listen.properties.tls.required,parentSchema:schema11.properties.listen.properties.tls,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data6.keyFile === undefined){
const err17 = {instancePath:instancePath+"/listen/tls",schemaPath:"#/properties/listen/properties/tls/required",keyword:"required",params:{missingProperty: "keyFile"},message:"must have required property '"+"keyFile"+"'",schema:schema11.properties.listen.properties.tls.required,parentSchema:schema11.properties.listen.properties.tls,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
for(const key2 in data6){
if(!((key2 === "certFile") || (key2 === "keyFile"))){
const err18 = {instancePath:instancePath+"/listen/tls",schemaPath:"#/properties/listen/properties/tls/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.listen.properties.tls,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data6.certFile !== undefined){
let data7 = data6.certFile;
if(typeof data7 === "string"){
if(func3(data7) < 1){
const err19 = {instancePath:instancePath+"/listen/tls/certFile",schemaPath:"#/properties/listen/properties/tls/properties/certFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.listen.properties.tls.properties.certFile,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/listen/tls/certFile",schemaPath:"#/properties/listen/properties/tls/properties/certFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.listen.properties.tls.properties.certFile.type,parentSchema:schema11.properties.listen.properties.tls.properties.certFile,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data6.keyFile !== undefined){
let data8 = data6.keyFile;
if(typeof data8 === "string"){
if(func3(data8) < 1){
const err21 = {instancePath:instancePath+"/listen/tls/keyFile",schemaPath:"#/properties/listen/properties/tls/properties/keyFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.listen.properties.tls.properties.keyFile,data:data8};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/listen/tls/keyFile",schemaPath:"#/properties/listen/properties/tls/properties/keyFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.listen.properties.tls.properties.keyFile.type,parentSchema:schema11.properties.listen.properties.tls.properties.keyFile,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
}
else {
const err23 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.listen.type,parentSchema:schema11.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
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
const err24 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.management,data:data9};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
let data10 = data9.host;
if(typeof data10 !== "string"){
const err25 = {instancePath:instancePath+"/management/host",schemaPath:"#/properties/management/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.management.properties.host.type,parentSchema:schema11.properties.management.properties.host,data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
let data11 = data9.port;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err26 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.management.properties.port.type,parentSchema:schema11.properties.management.properties.port,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 65535 || isNaN(data11)){
const err27 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.management.properties.port,data:data11};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err28 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.management.properties.port,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
let data12 = data9.tokenFile;
if((typeof data12 !== "string") && (data12 !== null)){
const err29 = {instancePath:instancePath+"/management/tokenFile",schemaPath:"#/properties/management/properties/tokenFile/type",keyword:"type",params:{type: schema11.properties.management.properties.tokenFile.type},message:"must be string,null",schema:schema11.properties.management.properties.tokenFile.type,parentSchema:schema11.properties.management.properties.tokenFile,data:data12};
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
const err30 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.management.type,parentSchema:schema11.properties.management,data:data9};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
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
const err31 = {instancePath:instancePath+"/metrics",schemaPath:"#/properties/metrics/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.metrics,data:data13};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
let data14 = data13.enabled;
if(typeof data14 !== "boolean"){
const err32 = {instancePath:instancePath+"/metrics/enabled",schemaPath:"#/properties/metrics/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.metrics.properties.enabled.type,parentSchema:schema11.properties.metrics.properties.enabled,data:data14};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
let data15 = data13.durationBuckets;
if(Array.isArray(data15)){
if(data15.length > 24){
const err33 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/maxItems",keyword:"maxItems",params:{limit: 24},message:"must NOT have more than 24 items",schema:24,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data15};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data15.length < 1){
const err34 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data15};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
const len0 = data15.length;
for(let i0=0; i0<len0; i0++){
let data16 = data15[i0];
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 3600 || isNaN(data16)){
const err35 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data16};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data16 <= 0 || isNaN(data16)){
const err36 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data16};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema11.properties.metrics.properties.durationBuckets.items.type,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data16};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.metrics.properties.durationBuckets.type,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data15};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/metrics",schemaPath:"#/properties/metrics/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.metrics.type,parentSchema:schema11.properties.metrics,data:data13};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
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
const err40 = {instancePath:instancePath+"/trustedProxies/" + i1,schemaPath:"#/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.trustedProxies.items,data:data18};
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
const err41 = {instancePath:instancePath+"/trustedProxies/" + i1,schemaPath:"#/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.trustedProxies.items.type,parentSchema:schema11.properties.trustedProxies.items,data:data18};
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
else {
const err42 = {instancePath:instancePath+"/trustedProxies",schemaPath:"#/properties/trustedProxies/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.trustedProxies.type,parentSchema:schema11.properties.trustedProxies,data:data17};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
let data19 = data.upstream;
if((!(data19 && typeof data19 == "object" && !Array.isArray(data19))) && (data19 !== null)){
const err43 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/type",keyword:"type",params:{type: schema11.properties.upstream.type},message:"must be object,null",schema:schema11.properties.upstream.type,parentSchema:schema11.properties.upstream,data:data19};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
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
if(data19.maxStreamSeconds === undefined){
data19.maxStreamSeconds = 0;
}
if(data19.websocketCloseCode === undefined){
data19.websocketCloseCode = 4401;
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
const err44 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'",schema:schema11.properties.upstream.required,parentSchema:schema11.properties.upstream,data:data19};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
for(const key5 in data19){
if(!(func2.call(schema11.properties.upstream.properties, key5))){
const err45 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.upstream,data:data19};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data19.url !== undefined){
let data20 = data19.url;
if(typeof data20 === "string"){
if(!pattern2.test(data20)){
const err46 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},message:"must match pattern \""+"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"+"\"",schema:"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$",parentSchema:schema11.properties.upstream.properties.url,data:data20};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.url.type,parentSchema:schema11.properties.upstream.properties.url,data:data20};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
let data21 = data19.unixSocket;
if((typeof data21 !== "string") && (data21 !== null)){
const err48 = {instancePath:instancePath+"/upstream/unixSocket",schemaPath:"#/properties/upstream/properties/unixSocket/type",keyword:"type",params:{type: schema11.properties.upstream.properties.unixSocket.type},message:"must be string,null",schema:schema11.properties.upstream.properties.unixSocket.type,parentSchema:schema11.properties.upstream.properties.unixSocket,data:data21};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(typeof data21 === "string"){
if(!pattern1.test(data21)){
const err49 = {instancePath:instancePath+"/upstream/unixSocket",schemaPath:"#/properties/upstream/properties/unixSocket/pattern",keyword:"pattern",params:{pattern: "^/[^\\u0000-\\u001f\\u007f]+$"},message:"must match pattern \""+"^/[^\\u0000-\\u001f\\u007f]+$"+"\"",schema:"^/[^\\u0000-\\u001f\\u007f]+$",parentSchema:schema11.properties.upstream.properties.unixSocket,data:data21};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
let data22 = data19.caFile;
if((typeof data22 !== "string") && (data22 !== null)){
const err50 = {instancePath:instancePath+"/upstream/caFile",schemaPath:"#/properties/upstream/properties/caFile/type",keyword:"type",params:{type: schema11.properties.upstream.properties.caFile.type},message:"must be string,null",schema:schema11.properties.upstream.properties.caFile.type,parentSchema:schema11.properties.upstream.properties.caFile,data:data22};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(typeof data22 === "string"){
if(func3(data22) < 1){
const err51 = {instancePath:instancePath+"/upstream/caFile",schemaPath:"#/properties/upstream/properties/caFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.upstream.properties.caFile,data:data22};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
let data23 = data19.certFile;
if((typeof data23 !== "string") && (data23 !== null)){
const err52 = {instancePath:instancePath+"/upstream/certFile",schemaPath:"#/properties/upstream/properties/certFile/type",keyword:"type",params:{type: schema11.properties.upstream.properties.certFile.type},message:"must be string,null",schema:schema11.properties.upstream.properties.certFile.type,parentSchema:schema11.properties.upstream.properties.certFile,data:data23};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(typeof data23 === "string"){
if(func3(data23) < 1){
const err53 = {instancePath:instancePath+"/upstream/certFile",schemaPath:"#/properties/upstream/properties/certFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.upstream.properties.certFile,data:data23};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
let data24 = data19.keyFile;
if((typeof data24 !== "string") && (data24 !== null)){
const err54 = {instancePath:instancePath+"/upstream/keyFile",schemaPath:"#/properties/upstream/properties/keyFile/type",keyword:"type",params:{type: schema11.properties.upstream.properties.keyFile.type},message:"must be string,null",schema:schema11.properties.upstream.properties.keyFile.type,parentSchema:schema11.properties.upstream.properties.keyFile,data:data24};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(typeof data24 === "string"){
if(func3(data24) < 1){
const err55 = {instancePath:instancePath+"/upstream/keyFile",schemaPath:"#/properties/upstream/properties/keyFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.upstream.properties.keyFile,data:data24};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
let data25 = data19.serverName;
if((typeof data25 !== "string") && (data25 !== null)){
const err56 = {instancePath:instancePath+"/upstream/serverName",schemaPath:"#/properties/upstream/properties/serverName/type",keyword:"type",params:{type: schema11.properties.upstream.properties.serverName.type},message:"must be string,null",schema:schema11.properties.upstream.properties.serverName.type,parentSchema:schema11.properties.upstream.properties.serverName,data:data25};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(typeof data25 === "string"){
if(!pattern4.test(data25)){
const err57 = {instancePath:instancePath+"/upstream/serverName",schemaPath:"#/properties/upstream/properties/serverName/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.upstream.properties.serverName,data:data25};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
let data26 = data19.minTlsVersion;
if(!((data26 === "1.2") || (data26 === "1.3"))){
const err58 = {instancePath:instancePath+"/upstream/minTlsVersion",schemaPath:"#/properties/upstream/properties/minTlsVersion/enum",keyword:"enum",params:{allowedValues: schema11.properties.upstream.properties.minTlsVersion.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.upstream.properties.minTlsVersion.enum,parentSchema:schema11.properties.upstream.properties.minTlsVersion,data:data26};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
let data27 = data19.insecure;
if(typeof data27 !== "boolean"){
const err59 = {instancePath:instancePath+"/upstream/insecure",schemaPath:"#/properties/upstream/properties/insecure/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.upstream.properties.insecure.type,parentSchema:schema11.properties.upstream.properties.insecure,data:data27};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
let data28 = data19.hostHeader;
if(!((data28 === "public") || (data28 === "upstream"))){
const err60 = {instancePath:instancePath+"/upstream/hostHeader",schemaPath:"#/properties/upstream/properties/hostHeader/enum",keyword:"enum",params:{allowedValues: schema11.properties.upstream.properties.hostHeader.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.upstream.properties.hostHeader.enum,parentSchema:schema11.properties.upstream.properties.hostHeader,data:data28};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
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
const err61 = {instancePath:instancePath+"/upstream/passHeaders/" + i2,schemaPath:"#/properties/upstream/properties/passHeaders/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data30};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/upstream/passHeaders/" + i2,schemaPath:"#/properties/upstream/properties/passHeaders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.passHeaders.items.type,parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data30};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/upstream/passHeaders",schemaPath:"#/properties/upstream/properties/passHeaders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.upstream.properties.passHeaders.type,parentSchema:schema11.properties.upstream.properties.passHeaders,data:data29};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
let data31 = data19.sharedCaching;
if(typeof data31 !== "boolean"){
const err64 = {instancePath:instancePath+"/upstream/sharedCaching",schemaPath:"#/properties/upstream/properties/sharedCaching/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.upstream.properties.sharedCaching.type,parentSchema:schema11.properties.upstream.properties.sharedCaching,data:data31};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
let data32 = data19.connectTimeoutMs;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
const err65 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.connectTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data32};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 600000 || isNaN(data32)){
const err66 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000",schema:600000,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data32};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data32 < 1 || isNaN(data32)){
const err67 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data32};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
let data33 = data19.headersTimeoutMs;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err68 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.headersTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data33};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 3600000 || isNaN(data33)){
const err69 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data33};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data33 < 0 || isNaN(data33)){
const err70 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data33};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
let data34 = data19.idleTimeoutMs;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err71 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.idleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data34};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 86400000 || isNaN(data34)){
const err72 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000",schema:86400000,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data34};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(data34 < 0 || isNaN(data34)){
const err73 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data34};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
let data35 = data19.maxStreamSeconds;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
const err74 = {instancePath:instancePath+"/upstream/maxStreamSeconds",schemaPath:"#/properties/upstream/properties/maxStreamSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.maxStreamSeconds.type,parentSchema:schema11.properties.upstream.properties.maxStreamSeconds,data:data35};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 31536000 || isNaN(data35)){
const err75 = {instancePath:instancePath+"/upstream/maxStreamSeconds",schemaPath:"#/properties/upstream/properties/maxStreamSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.upstream.properties.maxStreamSeconds,data:data35};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if(data35 < 0 || isNaN(data35)){
const err76 = {instancePath:instancePath+"/upstream/maxStreamSeconds",schemaPath:"#/properties/upstream/properties/maxStreamSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.maxStreamSeconds,data:data35};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
let data36 = data19.websocketCloseCode;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
const err77 = {instancePath:instancePath+"/upstream/websocketCloseCode",schemaPath:"#/properties/upstream/properties/websocketCloseCode/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.websocketCloseCode.type,parentSchema:schema11.properties.upstream.properties.websocketCloseCode,data:data36};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(!((data36 === 4401) || (data36 === 1008))){
const err78 = {instancePath:instancePath+"/upstream/websocketCloseCode",schemaPath:"#/properties/upstream/properties/websocketCloseCode/enum",keyword:"enum",params:{allowedValues: schema11.properties.upstream.properties.websocketCloseCode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.upstream.properties.websocketCloseCode.enum,parentSchema:schema11.properties.upstream.properties.websocketCloseCode,data:data36};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
let data37 = data19.uploadIdleTimeoutMs;
if(!(((typeof data37 == "number") && (!(data37 % 1) && !isNaN(data37))) && (isFinite(data37)))){
const err79 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.uploadIdleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data37};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 > 3600000 || isNaN(data37)){
const err80 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data37};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data37 < 0 || isNaN(data37)){
const err81 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data37};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
let data38 = data19.maxBodyBytes;
if(!(((typeof data38 == "number") && (!(data38 % 1) && !isNaN(data38))) && (isFinite(data38)))){
const err82 = {instancePath:instancePath+"/upstream/maxBodyBytes",schemaPath:"#/properties/upstream/properties/maxBodyBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.maxBodyBytes.type,parentSchema:schema11.properties.upstream.properties.maxBodyBytes,data:data38};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 > 1125899906842624 || isNaN(data38)){
const err83 = {instancePath:instancePath+"/upstream/maxBodyBytes",schemaPath:"#/properties/upstream/properties/maxBodyBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1125899906842624},message:"must be <= 1125899906842624",schema:1125899906842624,parentSchema:schema11.properties.upstream.properties.maxBodyBytes,data:data38};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
if(data38 < 0 || isNaN(data38)){
const err84 = {instancePath:instancePath+"/upstream/maxBodyBytes",schemaPath:"#/properties/upstream/properties/maxBodyBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.maxBodyBytes,data:data38};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
let data39 = data19.maxConnections;
if(!(((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39))) && (isFinite(data39)))){
const err85 = {instancePath:instancePath+"/upstream/maxConnections",schemaPath:"#/properties/upstream/properties/maxConnections/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.maxConnections.type,parentSchema:schema11.properties.upstream.properties.maxConnections,data:data39};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 > 1000000 || isNaN(data39)){
const err86 = {instancePath:instancePath+"/upstream/maxConnections",schemaPath:"#/properties/upstream/properties/maxConnections/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.upstream.properties.maxConnections,data:data39};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(data39 < 0 || isNaN(data39)){
const err87 = {instancePath:instancePath+"/upstream/maxConnections",schemaPath:"#/properties/upstream/properties/maxConnections/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.maxConnections,data:data39};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
}
let data40 = data.applications;
if(Array.isArray(data40)){
const len3 = data40.length;
for(let i3=0; i3<len3; i3++){
let data41 = data40[i3];
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
if(data41.path === undefined){
data41.path = "/*";
}
if(data41.stripPath === undefined){
data41.stripPath = false;
}
if(data41.name === undefined){
const err88 = {instancePath:instancePath+"/applications/" + i3,schemaPath:"#/properties/applications/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema11.properties.applications.items.required,parentSchema:schema11.properties.applications.items,data:data41};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(data41.path === undefined){
const err89 = {instancePath:instancePath+"/applications/" + i3,schemaPath:"#/properties/applications/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema11.properties.applications.items.required,parentSchema:schema11.properties.applications.items,data:data41};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(data41.stripPath === undefined){
const err90 = {instancePath:instancePath+"/applications/" + i3,schemaPath:"#/properties/applications/items/required",keyword:"required",params:{missingProperty: "stripPath"},message:"must have required property '"+"stripPath"+"'",schema:schema11.properties.applications.items.required,parentSchema:schema11.properties.applications.items,data:data41};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
for(const key6 in data41){
if(!(func2.call(schema11.properties.applications.items.properties, key6))){
const err91 = {instancePath:instancePath+"/applications/" + i3,schemaPath:"#/properties/applications/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items,data:data41};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data41.name !== undefined){
let data42 = data41.name;
if(typeof data42 === "string"){
if(!pattern6.test(data42)){
const err92 = {instancePath:instancePath+"/applications/" + i3+"/name",schemaPath:"#/properties/applications/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,32}$"},message:"must match pattern \""+"^[a-z0-9-]{1,32}$"+"\"",schema:"^[a-z0-9-]{1,32}$",parentSchema:schema11.properties.applications.items.properties.name,data:data42};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
else {
const err93 = {instancePath:instancePath+"/applications/" + i3+"/name",schemaPath:"#/properties/applications/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.name.type,parentSchema:schema11.properties.applications.items.properties.name,data:data42};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
if(data41.host !== undefined){
let data43 = data41.host;
if(typeof data43 === "string"){
if(!pattern7.test(data43)){
const err94 = {instancePath:instancePath+"/applications/" + i3+"/host",schemaPath:"#/properties/applications/items/properties/host/pattern",keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.applications.items.properties.host,data:data43};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/applications/" + i3+"/host",schemaPath:"#/properties/applications/items/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.host.type,parentSchema:schema11.properties.applications.items.properties.host,data:data43};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
let data44 = data41.path;
if(typeof data44 === "string"){
if(!pattern8.test(data44)){
const err96 = {instancePath:instancePath+"/applications/" + i3+"/path",schemaPath:"#/properties/applications/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/([^*?#\\s]+/)?\\*$"},message:"must match pattern \""+"^/([^*?#\\s]+/)?\\*$"+"\"",schema:"^/([^*?#\\s]+/)?\\*$",parentSchema:schema11.properties.applications.items.properties.path,data:data44};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
else {
const err97 = {instancePath:instancePath+"/applications/" + i3+"/path",schemaPath:"#/properties/applications/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.path.type,parentSchema:schema11.properties.applications.items.properties.path,data:data44};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
let data45 = data41.stripPath;
if(typeof data45 !== "boolean"){
const err98 = {instancePath:instancePath+"/applications/" + i3+"/stripPath",schemaPath:"#/properties/applications/items/properties/stripPath/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.applications.items.properties.stripPath.type,parentSchema:schema11.properties.applications.items.properties.stripPath,data:data45};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(data41.upstream !== undefined){
let data46 = data41.upstream;
if((!(data46 && typeof data46 == "object" && !Array.isArray(data46))) && (data46 !== null)){
const err99 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.upstream.type},message:"must be object,null",schema:schema11.properties.applications.items.properties.upstream.type,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
if(data46.unixSocket === undefined){
data46.unixSocket = null;
}
if(data46.caFile === undefined){
data46.caFile = null;
}
if(data46.certFile === undefined){
data46.certFile = null;
}
if(data46.keyFile === undefined){
data46.keyFile = null;
}
if(data46.serverName === undefined){
data46.serverName = null;
}
if(data46.minTlsVersion === undefined){
data46.minTlsVersion = "1.2";
}
if(data46.insecure === undefined){
data46.insecure = false;
}
if(data46.hostHeader === undefined){
data46.hostHeader = "public";
}
if(data46.passHeaders === undefined){
data46.passHeaders = [];
}
if(data46.sharedCaching === undefined){
data46.sharedCaching = false;
}
if(data46.connectTimeoutMs === undefined){
data46.connectTimeoutMs = 5000;
}
if(data46.headersTimeoutMs === undefined){
data46.headersTimeoutMs = 60000;
}
if(data46.idleTimeoutMs === undefined){
data46.idleTimeoutMs = 0;
}
if(data46.maxStreamSeconds === undefined){
data46.maxStreamSeconds = 0;
}
if(data46.websocketCloseCode === undefined){
data46.websocketCloseCode = 4401;
}
if(data46.uploadIdleTimeoutMs === undefined){
data46.uploadIdleTimeoutMs = 60000;
}
if(data46.maxBodyBytes === undefined){
data46.maxBodyBytes = 0;
}
if(data46.maxConnections === undefined){
data46.maxConnections = 0;
}
if(data46.url === undefined){
const err100 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if(data46.unixSocket === undefined){
const err101 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "unixSocket"},message:"must have required property '"+"unixSocket"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
if(data46.caFile === undefined){
const err102 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "caFile"},message:"must have required property '"+"caFile"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if(data46.certFile === undefined){
const err103 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "certFile"},message:"must have required property '"+"certFile"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
if(data46.keyFile === undefined){
const err104 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "keyFile"},message:"must have required property '"+"keyFile"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if(data46.serverName === undefined){
const err105 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "serverName"},message:"must have required property '"+"serverName"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
if(data46.minTlsVersion === undefined){
const err106 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "minTlsVersion"},message:"must have required property '"+"minTlsVersion"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
if(data46.insecure === undefined){
const err107 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "insecure"},message:"must have required property '"+"insecure"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(data46.hostHeader === undefined){
const err108 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "hostHeader"},message:"must have required property '"+"hostHeader"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(data46.passHeaders === undefined){
const err109 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "passHeaders"},message:"must have required property '"+"passHeaders"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
if(data46.sharedCaching === undefined){
const err110 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "sharedCaching"},message:"must have required property '"+"sharedCaching"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
if(data46.connectTimeoutMs === undefined){
const err111 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "connectTimeoutMs"},message:"must have required property '"+"connectTimeoutMs"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
if(data46.headersTimeoutMs === undefined){
const err112 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "headersTimeoutMs"},message:"must have required property '"+"headersTimeoutMs"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(data46.idleTimeoutMs === undefined){
const err113 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "idleTimeoutMs"},message:"must have required property '"+"idleTimeoutMs"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(data46.maxStreamSeconds === undefined){
const err114 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "maxStreamSeconds"},message:"must have required property '"+"maxStreamSeconds"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if(data46.websocketCloseCode === undefined){
const err115 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "websocketCloseCode"},message:"must have required property '"+"websocketCloseCode"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
if(data46.uploadIdleTimeoutMs === undefined){
const err116 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "uploadIdleTimeoutMs"},message:"must have required property '"+"uploadIdleTimeoutMs"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(data46.maxBodyBytes === undefined){
const err117 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "maxBodyBytes"},message:"must have required property '"+"maxBodyBytes"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
if(data46.maxConnections === undefined){
const err118 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/required",keyword:"required",params:{missingProperty: "maxConnections"},message:"must have required property '"+"maxConnections"+"'",schema:schema11.properties.applications.items.properties.upstream.required,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
for(const key7 in data46){
if(!(func2.call(schema11.properties.applications.items.properties.upstream.properties, key7))){
const err119 = {instancePath:instancePath+"/applications/" + i3+"/upstream",schemaPath:"#/properties/applications/items/properties/upstream/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.upstream,data:data46};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
if(data46.url !== undefined){
let data47 = data46.url;
if(typeof data47 === "string"){
if(!pattern2.test(data47)){
const err120 = {instancePath:instancePath+"/applications/" + i3+"/upstream/url",schemaPath:"#/properties/applications/items/properties/upstream/properties/url/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},message:"must match pattern \""+"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"+"\"",schema:"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$",parentSchema:schema11.properties.applications.items.properties.upstream.properties.url,data:data47};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
else {
const err121 = {instancePath:instancePath+"/applications/" + i3+"/upstream/url",schemaPath:"#/properties/applications/items/properties/upstream/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.upstream.properties.url.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.url,data:data47};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
let data48 = data46.unixSocket;
if((typeof data48 !== "string") && (data48 !== null)){
const err122 = {instancePath:instancePath+"/applications/" + i3+"/upstream/unixSocket",schemaPath:"#/properties/applications/items/properties/upstream/properties/unixSocket/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.upstream.properties.unixSocket.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.upstream.properties.unixSocket.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.unixSocket,data:data48};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
if(typeof data48 === "string"){
if(!pattern1.test(data48)){
const err123 = {instancePath:instancePath+"/applications/" + i3+"/upstream/unixSocket",schemaPath:"#/properties/applications/items/properties/upstream/properties/unixSocket/pattern",keyword:"pattern",params:{pattern: "^/[^\\u0000-\\u001f\\u007f]+$"},message:"must match pattern \""+"^/[^\\u0000-\\u001f\\u007f]+$"+"\"",schema:"^/[^\\u0000-\\u001f\\u007f]+$",parentSchema:schema11.properties.applications.items.properties.upstream.properties.unixSocket,data:data48};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
let data49 = data46.caFile;
if((typeof data49 !== "string") && (data49 !== null)){
const err124 = {instancePath:instancePath+"/applications/" + i3+"/upstream/caFile",schemaPath:"#/properties/applications/items/properties/upstream/properties/caFile/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.upstream.properties.caFile.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.upstream.properties.caFile.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.caFile,data:data49};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
if(typeof data49 === "string"){
if(func3(data49) < 1){
const err125 = {instancePath:instancePath+"/applications/" + i3+"/upstream/caFile",schemaPath:"#/properties/applications/items/properties/upstream/properties/caFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.applications.items.properties.upstream.properties.caFile,data:data49};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
let data50 = data46.certFile;
if((typeof data50 !== "string") && (data50 !== null)){
const err126 = {instancePath:instancePath+"/applications/" + i3+"/upstream/certFile",schemaPath:"#/properties/applications/items/properties/upstream/properties/certFile/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.upstream.properties.certFile.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.upstream.properties.certFile.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.certFile,data:data50};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
if(typeof data50 === "string"){
if(func3(data50) < 1){
const err127 = {instancePath:instancePath+"/applications/" + i3+"/upstream/certFile",schemaPath:"#/properties/applications/items/properties/upstream/properties/certFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.applications.items.properties.upstream.properties.certFile,data:data50};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
let data51 = data46.keyFile;
if((typeof data51 !== "string") && (data51 !== null)){
const err128 = {instancePath:instancePath+"/applications/" + i3+"/upstream/keyFile",schemaPath:"#/properties/applications/items/properties/upstream/properties/keyFile/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.upstream.properties.keyFile.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.upstream.properties.keyFile.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.keyFile,data:data51};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
if(typeof data51 === "string"){
if(func3(data51) < 1){
const err129 = {instancePath:instancePath+"/applications/" + i3+"/upstream/keyFile",schemaPath:"#/properties/applications/items/properties/upstream/properties/keyFile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.applications.items.properties.upstream.properties.keyFile,data:data51};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
let data52 = data46.serverName;
if((typeof data52 !== "string") && (data52 !== null)){
const err130 = {instancePath:instancePath+"/applications/" + i3+"/upstream/serverName",schemaPath:"#/properties/applications/items/properties/upstream/properties/serverName/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.upstream.properties.serverName.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.upstream.properties.serverName.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.serverName,data:data52};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
if(typeof data52 === "string"){
if(!pattern4.test(data52)){
const err131 = {instancePath:instancePath+"/applications/" + i3+"/upstream/serverName",schemaPath:"#/properties/applications/items/properties/upstream/properties/serverName/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.applications.items.properties.upstream.properties.serverName,data:data52};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
let data53 = data46.minTlsVersion;
if(!((data53 === "1.2") || (data53 === "1.3"))){
const err132 = {instancePath:instancePath+"/applications/" + i3+"/upstream/minTlsVersion",schemaPath:"#/properties/applications/items/properties/upstream/properties/minTlsVersion/enum",keyword:"enum",params:{allowedValues: schema11.properties.applications.items.properties.upstream.properties.minTlsVersion.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.applications.items.properties.upstream.properties.minTlsVersion.enum,parentSchema:schema11.properties.applications.items.properties.upstream.properties.minTlsVersion,data:data53};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
let data54 = data46.insecure;
if(typeof data54 !== "boolean"){
const err133 = {instancePath:instancePath+"/applications/" + i3+"/upstream/insecure",schemaPath:"#/properties/applications/items/properties/upstream/properties/insecure/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.applications.items.properties.upstream.properties.insecure.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.insecure,data:data54};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
let data55 = data46.hostHeader;
if(!((data55 === "public") || (data55 === "upstream"))){
const err134 = {instancePath:instancePath+"/applications/" + i3+"/upstream/hostHeader",schemaPath:"#/properties/applications/items/properties/upstream/properties/hostHeader/enum",keyword:"enum",params:{allowedValues: schema11.properties.applications.items.properties.upstream.properties.hostHeader.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.applications.items.properties.upstream.properties.hostHeader.enum,parentSchema:schema11.properties.applications.items.properties.upstream.properties.hostHeader,data:data55};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
let data56 = data46.passHeaders;
if(Array.isArray(data56)){
const len4 = data56.length;
for(let i4=0; i4<len4; i4++){
let data57 = data56[i4];
if(typeof data57 === "string"){
if(!pattern5.test(data57)){
const err135 = {instancePath:instancePath+"/applications/" + i3+"/upstream/passHeaders/" + i4,schemaPath:"#/properties/applications/items/properties/upstream/properties/passHeaders/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema11.properties.applications.items.properties.upstream.properties.passHeaders.items,data:data57};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
else {
const err136 = {instancePath:instancePath+"/applications/" + i3+"/upstream/passHeaders/" + i4,schemaPath:"#/properties/applications/items/properties/upstream/properties/passHeaders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.upstream.properties.passHeaders.items.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.passHeaders.items,data:data57};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
}
else {
const err137 = {instancePath:instancePath+"/applications/" + i3+"/upstream/passHeaders",schemaPath:"#/properties/applications/items/properties/upstream/properties/passHeaders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.applications.items.properties.upstream.properties.passHeaders.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.passHeaders,data:data56};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
let data58 = data46.sharedCaching;
if(typeof data58 !== "boolean"){
const err138 = {instancePath:instancePath+"/applications/" + i3+"/upstream/sharedCaching",schemaPath:"#/properties/applications/items/properties/upstream/properties/sharedCaching/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.applications.items.properties.upstream.properties.sharedCaching.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.sharedCaching,data:data58};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
let data59 = data46.connectTimeoutMs;
if(!(((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59))) && (isFinite(data59)))){
const err139 = {instancePath:instancePath+"/applications/" + i3+"/upstream/connectTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/connectTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.upstream.properties.connectTimeoutMs.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.connectTimeoutMs,data:data59};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
if((typeof data59 == "number") && (isFinite(data59))){
if(data59 > 600000 || isNaN(data59)){
const err140 = {instancePath:instancePath+"/applications/" + i3+"/upstream/connectTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/connectTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000",schema:600000,parentSchema:schema11.properties.applications.items.properties.upstream.properties.connectTimeoutMs,data:data59};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
if(data59 < 1 || isNaN(data59)){
const err141 = {instancePath:instancePath+"/applications/" + i3+"/upstream/connectTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/connectTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.applications.items.properties.upstream.properties.connectTimeoutMs,data:data59};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
let data60 = data46.headersTimeoutMs;
if(!(((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60))) && (isFinite(data60)))){
const err142 = {instancePath:instancePath+"/applications/" + i3+"/upstream/headersTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/headersTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.upstream.properties.headersTimeoutMs.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.headersTimeoutMs,data:data60};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
if((typeof data60 == "number") && (isFinite(data60))){
if(data60 > 3600000 || isNaN(data60)){
const err143 = {instancePath:instancePath+"/applications/" + i3+"/upstream/headersTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/headersTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.applications.items.properties.upstream.properties.headersTimeoutMs,data:data60};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
if(data60 < 0 || isNaN(data60)){
const err144 = {instancePath:instancePath+"/applications/" + i3+"/upstream/headersTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/headersTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.applications.items.properties.upstream.properties.headersTimeoutMs,data:data60};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
let data61 = data46.idleTimeoutMs;
if(!(((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61))) && (isFinite(data61)))){
const err145 = {instancePath:instancePath+"/applications/" + i3+"/upstream/idleTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/idleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.upstream.properties.idleTimeoutMs.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.idleTimeoutMs,data:data61};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
if((typeof data61 == "number") && (isFinite(data61))){
if(data61 > 86400000 || isNaN(data61)){
const err146 = {instancePath:instancePath+"/applications/" + i3+"/upstream/idleTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/idleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000",schema:86400000,parentSchema:schema11.properties.applications.items.properties.upstream.properties.idleTimeoutMs,data:data61};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
if(data61 < 0 || isNaN(data61)){
const err147 = {instancePath:instancePath+"/applications/" + i3+"/upstream/idleTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/idleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.applications.items.properties.upstream.properties.idleTimeoutMs,data:data61};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
let data62 = data46.maxStreamSeconds;
if(!(((typeof data62 == "number") && (!(data62 % 1) && !isNaN(data62))) && (isFinite(data62)))){
const err148 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxStreamSeconds",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxStreamSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.upstream.properties.maxStreamSeconds.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxStreamSeconds,data:data62};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
if((typeof data62 == "number") && (isFinite(data62))){
if(data62 > 31536000 || isNaN(data62)){
const err149 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxStreamSeconds",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxStreamSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxStreamSeconds,data:data62};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
if(data62 < 0 || isNaN(data62)){
const err150 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxStreamSeconds",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxStreamSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxStreamSeconds,data:data62};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
let data63 = data46.websocketCloseCode;
if(!(((typeof data63 == "number") && (!(data63 % 1) && !isNaN(data63))) && (isFinite(data63)))){
const err151 = {instancePath:instancePath+"/applications/" + i3+"/upstream/websocketCloseCode",schemaPath:"#/properties/applications/items/properties/upstream/properties/websocketCloseCode/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.upstream.properties.websocketCloseCode.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.websocketCloseCode,data:data63};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
if(!((data63 === 4401) || (data63 === 1008))){
const err152 = {instancePath:instancePath+"/applications/" + i3+"/upstream/websocketCloseCode",schemaPath:"#/properties/applications/items/properties/upstream/properties/websocketCloseCode/enum",keyword:"enum",params:{allowedValues: schema11.properties.applications.items.properties.upstream.properties.websocketCloseCode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.applications.items.properties.upstream.properties.websocketCloseCode.enum,parentSchema:schema11.properties.applications.items.properties.upstream.properties.websocketCloseCode,data:data63};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
let data64 = data46.uploadIdleTimeoutMs;
if(!(((typeof data64 == "number") && (!(data64 % 1) && !isNaN(data64))) && (isFinite(data64)))){
const err153 = {instancePath:instancePath+"/applications/" + i3+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/uploadIdleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.upstream.properties.uploadIdleTimeoutMs.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.uploadIdleTimeoutMs,data:data64};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
if((typeof data64 == "number") && (isFinite(data64))){
if(data64 > 3600000 || isNaN(data64)){
const err154 = {instancePath:instancePath+"/applications/" + i3+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/uploadIdleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.applications.items.properties.upstream.properties.uploadIdleTimeoutMs,data:data64};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
if(data64 < 0 || isNaN(data64)){
const err155 = {instancePath:instancePath+"/applications/" + i3+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/applications/items/properties/upstream/properties/uploadIdleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.applications.items.properties.upstream.properties.uploadIdleTimeoutMs,data:data64};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
let data65 = data46.maxBodyBytes;
if(!(((typeof data65 == "number") && (!(data65 % 1) && !isNaN(data65))) && (isFinite(data65)))){
const err156 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxBodyBytes",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxBodyBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.upstream.properties.maxBodyBytes.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxBodyBytes,data:data65};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if((typeof data65 == "number") && (isFinite(data65))){
if(data65 > 1125899906842624 || isNaN(data65)){
const err157 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxBodyBytes",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxBodyBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1125899906842624},message:"must be <= 1125899906842624",schema:1125899906842624,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxBodyBytes,data:data65};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
if(data65 < 0 || isNaN(data65)){
const err158 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxBodyBytes",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxBodyBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxBodyBytes,data:data65};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
let data66 = data46.maxConnections;
if(!(((typeof data66 == "number") && (!(data66 % 1) && !isNaN(data66))) && (isFinite(data66)))){
const err159 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxConnections",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxConnections/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.upstream.properties.maxConnections.type,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxConnections,data:data66};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
if((typeof data66 == "number") && (isFinite(data66))){
if(data66 > 1000000 || isNaN(data66)){
const err160 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxConnections",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxConnections/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxConnections,data:data66};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
if(data66 < 0 || isNaN(data66)){
const err161 = {instancePath:instancePath+"/applications/" + i3+"/upstream/maxConnections",schemaPath:"#/properties/applications/items/properties/upstream/properties/maxConnections/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.applications.items.properties.upstream.properties.maxConnections,data:data66};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
}
}
if(data41.access !== undefined){
let data67 = data41.access;
if(data67 && typeof data67 == "object" && !Array.isArray(data67)){
if(data67.default === undefined){
data67.default = "signed-in";
}
if(data67.rules === undefined){
data67.rules = [];
}
if(data67.default === undefined){
const err162 = {instancePath:instancePath+"/applications/" + i3+"/access",schemaPath:"#/properties/applications/items/properties/access/required",keyword:"required",params:{missingProperty: "default"},message:"must have required property '"+"default"+"'",schema:schema11.properties.applications.items.properties.access.required,parentSchema:schema11.properties.applications.items.properties.access,data:data67};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
if(data67.rules === undefined){
const err163 = {instancePath:instancePath+"/applications/" + i3+"/access",schemaPath:"#/properties/applications/items/properties/access/required",keyword:"required",params:{missingProperty: "rules"},message:"must have required property '"+"rules"+"'",schema:schema11.properties.applications.items.properties.access.required,parentSchema:schema11.properties.applications.items.properties.access,data:data67};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
for(const key8 in data67){
if(!((key8 === "default") || (key8 === "rules"))){
const err164 = {instancePath:instancePath+"/applications/" + i3+"/access",schemaPath:"#/properties/applications/items/properties/access/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.access,data:data67};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
let data68 = data67.default;
if(!((((data68 === "public") || (data68 === "optional")) || (data68 === "signed-in")) || (data68 === "deny"))){
const err165 = {instancePath:instancePath+"/applications/" + i3+"/access/default",schemaPath:"#/properties/applications/items/properties/access/properties/default/enum",keyword:"enum",params:{allowedValues: schema11.properties.applications.items.properties.access.properties.default.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.applications.items.properties.access.properties.default.enum,parentSchema:schema11.properties.applications.items.properties.access.properties.default,data:data68};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
let data69 = data67.rules;
if(Array.isArray(data69)){
const len5 = data69.length;
for(let i5=0; i5<len5; i5++){
let data70 = data69[i5];
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
if(data70.path === undefined){
const err166 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5,schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema11.properties.applications.items.properties.access.properties.rules.items.required,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items,data:data70};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
if(data70.allow === undefined){
const err167 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5,schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'",schema:schema11.properties.applications.items.properties.access.properties.rules.items.required,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items,data:data70};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
for(const key9 in data70){
if(!(((((key9 === "path") || (key9 === "host")) || (key9 === "methods")) || (key9 === "allow")) || (key9 === "require"))){
const err168 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5,schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items,data:data70};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
if(data70.path !== undefined){
let data71 = data70.path;
if(typeof data71 === "string"){
if(!pattern13.test(data71)){
const err169 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/path",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\"",schema:"^/[^*?#\\s]*(/\\*)?$|^/\\*$",parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.path,data:data71};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
}
else {
const err170 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/path",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.path.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.path,data:data71};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
}
if(data70.host !== undefined){
let data72 = data70.host;
if(typeof data72 === "string"){
if(!pattern7.test(data72)){
const err171 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/host",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/host/pattern",keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.host,data:data72};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
}
else {
const err172 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/host",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.host.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.host,data:data72};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
}
if(data70.methods !== undefined){
let data73 = data70.methods;
if(Array.isArray(data73)){
if(data73.length < 1){
const err173 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/methods",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.methods,data:data73};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
const len6 = data73.length;
for(let i6=0; i6<len6; i6++){
let data74 = data73[i6];
if(typeof data74 === "string"){
if(!pattern15.test(data74)){
const err174 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/methods/" + i6,schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/methods/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\"",schema:"^[A-Z]+$",parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.methods.items,data:data74};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
}
else {
const err175 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/methods/" + i6,schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/methods/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.methods.items.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.methods.items,data:data74};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
}
else {
const err176 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/methods",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.methods.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.methods,data:data73};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
if(data70.allow !== undefined){
let data75 = data70.allow;
const _errs157 = errors;
let valid24 = true;
const _errs158 = errors;
if(!(data75 && typeof data75 == "object" && !Array.isArray(data75))){
const err177 = {};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
var _valid0 = _errs158 === errors;
errors = _errs157;
if(vErrors !== null){
if(_errs157){
vErrors.length = _errs157;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs160 = errors;
if(!(validate11(data75, {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/allow",parentData:data70,parentDataProperty:"allow",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var _valid0 = _errs160 === errors;
valid24 = _valid0;
ifClause0 = "then";
}
else {
const _errs161 = errors;
if(!((((data75 === "public") || (data75 === "optional")) || (data75 === "signed-in")) || (data75 === "deny"))){
const err178 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/allow",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/allow/else/enum",keyword:"enum",params:{allowedValues: schema11.properties.applications.items.properties.access.properties.rules.items.properties.allow.else.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.allow.else.enum,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.allow.else,data:data75};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
var _valid0 = _errs161 === errors;
valid24 = _valid0;
ifClause0 = "else";
}
if(!valid24){
const err179 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/allow",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/allow/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.allow.if,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.allow,data:data75};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
if(data70.require !== undefined){
let data76 = data70.require;
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
for(const key10 in data76){
if(!((key10 === "secondFactor") || (key10 === "signedInWithin"))){
const err180 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/require",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/require/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.require,data:data76};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
if(data76.secondFactor !== undefined){
let data77 = data76.secondFactor;
if(typeof data77 !== "boolean"){
const err181 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/require/secondFactor",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/require/properties/secondFactor/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.require.properties.secondFactor.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.require.properties.secondFactor,data:data77};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
}
if(data76.signedInWithin !== undefined){
let data78 = data76.signedInWithin;
if(!(((typeof data78 == "number") && (!(data78 % 1) && !isNaN(data78))) && (isFinite(data78)))){
const err182 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/require/signedInWithin",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/require/properties/signedInWithin/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.require.properties.signedInWithin.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.require.properties.signedInWithin,data:data78};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
if((typeof data78 == "number") && (isFinite(data78))){
if(data78 < 60 || isNaN(data78)){
const err183 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/require/signedInWithin",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/require/properties/signedInWithin/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.require.properties.signedInWithin,data:data78};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
}
}
}
else {
const err184 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5+"/require",schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/properties/require/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.require.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items.properties.require,data:data76};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
}
else {
const err185 = {instancePath:instancePath+"/applications/" + i3+"/access/rules/" + i5,schemaPath:"#/properties/applications/items/properties/access/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.access.properties.rules.items.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules.items,data:data70};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
}
}
else {
const err186 = {instancePath:instancePath+"/applications/" + i3+"/access/rules",schemaPath:"#/properties/applications/items/properties/access/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.applications.items.properties.access.properties.rules.type,parentSchema:schema11.properties.applications.items.properties.access.properties.rules,data:data69};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
}
else {
const err187 = {instancePath:instancePath+"/applications/" + i3+"/access",schemaPath:"#/properties/applications/items/properties/access/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.access.type,parentSchema:schema11.properties.applications.items.properties.access,data:data67};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
if(data41.identityHeaders !== undefined){
let data79 = data41.identityHeaders;
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
for(const key11 in data79){
if(!(pattern5.test(key11))){
const err188 = {instancePath:instancePath+"/applications/" + i3+"/identityHeaders",schemaPath:"#/properties/applications/items/properties/identityHeaders/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.identityHeaders,data:data79};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
for(const key12 in data79){
if(pattern5.test(key12)){
let data80 = data79[key12];
if((typeof data80 !== "string") && (data80 !== null)){
const err189 = {instancePath:instancePath+"/applications/" + i3+"/identityHeaders/" + key12.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/applications/items/properties/identityHeaders/patternProperties/%5E%5Ba-z0-9%5D%5Ba-z0-9-%5D*%24/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type},message:"must be string,null",schema:schema11.properties.applications.items.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type,parentSchema:schema11.properties.applications.items.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"],data:data80};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
}
}
}
else {
const err190 = {instancePath:instancePath+"/applications/" + i3+"/identityHeaders",schemaPath:"#/properties/applications/items/properties/identityHeaders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.identityHeaders.type,parentSchema:schema11.properties.applications.items.properties.identityHeaders,data:data79};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
if(data41.cors !== undefined){
let data81 = data41.cors;
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
if(data81.origins === undefined){
data81.origins = [];
}
if(data81.credentials === undefined){
data81.credentials = false;
}
if(data81.origins === undefined){
const err191 = {instancePath:instancePath+"/applications/" + i3+"/cors",schemaPath:"#/properties/applications/items/properties/cors/required",keyword:"required",params:{missingProperty: "origins"},message:"must have required property '"+"origins"+"'",schema:schema11.properties.applications.items.properties.cors.required,parentSchema:schema11.properties.applications.items.properties.cors,data:data81};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
if(data81.credentials === undefined){
const err192 = {instancePath:instancePath+"/applications/" + i3+"/cors",schemaPath:"#/properties/applications/items/properties/cors/required",keyword:"required",params:{missingProperty: "credentials"},message:"must have required property '"+"credentials"+"'",schema:schema11.properties.applications.items.properties.cors.required,parentSchema:schema11.properties.applications.items.properties.cors,data:data81};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
for(const key13 in data81){
if(!((key13 === "origins") || (key13 === "credentials"))){
const err193 = {instancePath:instancePath+"/applications/" + i3+"/cors",schemaPath:"#/properties/applications/items/properties/cors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.cors,data:data81};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
let data82 = data81.origins;
if(Array.isArray(data82)){
const len7 = data82.length;
for(let i7=0; i7<len7; i7++){
let data83 = data82[i7];
if(typeof data83 === "string"){
if(func3(data83) < 1){
const err194 = {instancePath:instancePath+"/applications/" + i3+"/cors/origins/" + i7,schemaPath:"#/properties/applications/items/properties/cors/properties/origins/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.applications.items.properties.cors.properties.origins.items,data:data83};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
else {
const err195 = {instancePath:instancePath+"/applications/" + i3+"/cors/origins/" + i7,schemaPath:"#/properties/applications/items/properties/cors/properties/origins/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.cors.properties.origins.items.type,parentSchema:schema11.properties.applications.items.properties.cors.properties.origins.items,data:data83};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
}
else {
const err196 = {instancePath:instancePath+"/applications/" + i3+"/cors/origins",schemaPath:"#/properties/applications/items/properties/cors/properties/origins/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.applications.items.properties.cors.properties.origins.type,parentSchema:schema11.properties.applications.items.properties.cors.properties.origins,data:data82};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
let data84 = data81.credentials;
if(typeof data84 !== "boolean"){
const err197 = {instancePath:instancePath+"/applications/" + i3+"/cors/credentials",schemaPath:"#/properties/applications/items/properties/cors/properties/credentials/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.applications.items.properties.cors.properties.credentials.type,parentSchema:schema11.properties.applications.items.properties.cors.properties.credentials,data:data84};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
}
else {
const err198 = {instancePath:instancePath+"/applications/" + i3+"/cors",schemaPath:"#/properties/applications/items/properties/cors/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.cors.type,parentSchema:schema11.properties.applications.items.properties.cors,data:data81};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
if(data41.login !== undefined){
let data85 = data41.login;
if(data85 && typeof data85 == "object" && !Array.isArray(data85)){
for(const key14 in data85){
if(!((((((key14 === "brand") || (key14 === "theme")) || (key14 === "links")) || (key14 === "destinations")) || (key14 === "providers")) || (key14 === "tenant"))){
const err199 = {instancePath:instancePath+"/applications/" + i3+"/login",schemaPath:"#/properties/applications/items/properties/login/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.login,data:data85};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
}
if(data85.brand !== undefined){
let data86 = data85.brand;
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
for(const key15 in data86){
if(!(((((key15 === "name") || (key15 === "logo")) || (key15 === "logoDark")) || (key15 === "favicon")) || (key15 === "background"))){
const err200 = {instancePath:instancePath+"/applications/" + i3+"/login/brand",schemaPath:"#/properties/applications/items/properties/login/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.login.properties.brand,data:data86};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
}
if(data86.name !== undefined){
let data87 = data86.name;
if(typeof data87 === "string"){
if(func3(data87) > 80){
const err201 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/name",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.name,data:data87};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
if(!pattern18.test(data87)){
const err202 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/name",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.name,data:data87};
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
const err203 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/name",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.login.properties.brand.properties.name.type,parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.name,data:data87};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
}
if(data86.logo !== undefined){
let data88 = data86.logo;
if((typeof data88 !== "string") && (data88 !== null)){
const err204 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/logo",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.brand.properties.logo.type,parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.logo,data:data88};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
if(typeof data88 === "string"){
if(!pattern19.test(data88)){
const err205 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/logo",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.logo,data:data88};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
}
}
if(data86.logoDark !== undefined){
let data89 = data86.logoDark;
if((typeof data89 !== "string") && (data89 !== null)){
const err206 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/logoDark",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.brand.properties.logoDark.type,parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.logoDark,data:data89};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
if(typeof data89 === "string"){
if(!pattern19.test(data89)){
const err207 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/logoDark",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.logoDark,data:data89};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
}
if(data86.favicon !== undefined){
let data90 = data86.favicon;
if((typeof data90 !== "string") && (data90 !== null)){
const err208 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/favicon",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.brand.properties.favicon.type,parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.favicon,data:data90};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
if(typeof data90 === "string"){
if(!pattern19.test(data90)){
const err209 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/favicon",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.favicon,data:data90};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
}
}
if(data86.background !== undefined){
let data91 = data86.background;
if((typeof data91 !== "string") && (data91 !== null)){
const err210 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/background",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.brand.properties.background.type,parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.background,data:data91};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
if(typeof data91 === "string"){
if(!pattern19.test(data91)){
const err211 = {instancePath:instancePath+"/applications/" + i3+"/login/brand/background",schemaPath:"#/properties/applications/items/properties/login/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.applications.items.properties.login.properties.brand.properties.background,data:data91};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
}
}
else {
const err212 = {instancePath:instancePath+"/applications/" + i3+"/login/brand",schemaPath:"#/properties/applications/items/properties/login/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.login.properties.brand.type,parentSchema:schema11.properties.applications.items.properties.login.properties.brand,data:data86};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
}
if(data85.theme !== undefined){
let data92 = data85.theme;
if(data92 && typeof data92 == "object" && !Array.isArray(data92)){
for(const key16 in data92){
if(!((key16 === "accent") || (key16 === "accentDark"))){
const err213 = {instancePath:instancePath+"/applications/" + i3+"/login/theme",schemaPath:"#/properties/applications/items/properties/login/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.login.properties.theme,data:data92};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
}
if(data92.accent !== undefined){
let data93 = data92.accent;
if((typeof data93 !== "string") && (data93 !== null)){
const err214 = {instancePath:instancePath+"/applications/" + i3+"/login/theme/accent",schemaPath:"#/properties/applications/items/properties/login/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.theme.properties.accent.type,parentSchema:schema11.properties.applications.items.properties.login.properties.theme.properties.accent,data:data93};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
if(typeof data93 === "string"){
if(!pattern23.test(data93)){
const err215 = {instancePath:instancePath+"/applications/" + i3+"/login/theme/accent",schemaPath:"#/properties/applications/items/properties/login/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.applications.items.properties.login.properties.theme.properties.accent,data:data93};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
}
}
if(data92.accentDark !== undefined){
let data94 = data92.accentDark;
if((typeof data94 !== "string") && (data94 !== null)){
const err216 = {instancePath:instancePath+"/applications/" + i3+"/login/theme/accentDark",schemaPath:"#/properties/applications/items/properties/login/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.theme.properties.accentDark.type,parentSchema:schema11.properties.applications.items.properties.login.properties.theme.properties.accentDark,data:data94};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
if(typeof data94 === "string"){
if(!pattern23.test(data94)){
const err217 = {instancePath:instancePath+"/applications/" + i3+"/login/theme/accentDark",schemaPath:"#/properties/applications/items/properties/login/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.applications.items.properties.login.properties.theme.properties.accentDark,data:data94};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
}
}
}
else {
const err218 = {instancePath:instancePath+"/applications/" + i3+"/login/theme",schemaPath:"#/properties/applications/items/properties/login/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.login.properties.theme.type,parentSchema:schema11.properties.applications.items.properties.login.properties.theme,data:data92};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
}
if(data85.links !== undefined){
let data95 = data85.links;
if(data95 && typeof data95 == "object" && !Array.isArray(data95)){
for(const key17 in data95){
if(!((((key17 === "privacy") || (key17 === "terms")) || (key17 === "help")) || (key17 === "contact"))){
const err219 = {instancePath:instancePath+"/applications/" + i3+"/login/links",schemaPath:"#/properties/applications/items/properties/login/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.applications.items.properties.login.properties.links,data:data95};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
if(data95.privacy !== undefined){
let data96 = data95.privacy;
if((typeof data96 !== "string") && (data96 !== null)){
const err220 = {instancePath:instancePath+"/applications/" + i3+"/login/links/privacy",schemaPath:"#/properties/applications/items/properties/login/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.links.properties.privacy.type,parentSchema:schema11.properties.applications.items.properties.login.properties.links.properties.privacy,data:data96};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
if(typeof data96 === "string"){
if(!pattern25.test(data96)){
const err221 = {instancePath:instancePath+"/applications/" + i3+"/login/links/privacy",schemaPath:"#/properties/applications/items/properties/login/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.applications.items.properties.login.properties.links.properties.privacy,data:data96};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
}
if(data95.terms !== undefined){
let data97 = data95.terms;
if((typeof data97 !== "string") && (data97 !== null)){
const err222 = {instancePath:instancePath+"/applications/" + i3+"/login/links/terms",schemaPath:"#/properties/applications/items/properties/login/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.links.properties.terms.type,parentSchema:schema11.properties.applications.items.properties.login.properties.links.properties.terms,data:data97};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
if(typeof data97 === "string"){
if(!pattern25.test(data97)){
const err223 = {instancePath:instancePath+"/applications/" + i3+"/login/links/terms",schemaPath:"#/properties/applications/items/properties/login/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.applications.items.properties.login.properties.links.properties.terms,data:data97};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
}
}
if(data95.help !== undefined){
let data98 = data95.help;
if((typeof data98 !== "string") && (data98 !== null)){
const err224 = {instancePath:instancePath+"/applications/" + i3+"/login/links/help",schemaPath:"#/properties/applications/items/properties/login/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.links.properties.help.type,parentSchema:schema11.properties.applications.items.properties.login.properties.links.properties.help,data:data98};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
if(typeof data98 === "string"){
if(!pattern25.test(data98)){
const err225 = {instancePath:instancePath+"/applications/" + i3+"/login/links/help",schemaPath:"#/properties/applications/items/properties/login/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.applications.items.properties.login.properties.links.properties.help,data:data98};
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
if(data95.contact !== undefined){
let data99 = data95.contact;
if((typeof data99 !== "string") && (data99 !== null)){
const err226 = {instancePath:instancePath+"/applications/" + i3+"/login/links/contact",schemaPath:"#/properties/applications/items/properties/login/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.applications.items.properties.login.properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.applications.items.properties.login.properties.links.properties.contact.type,parentSchema:schema11.properties.applications.items.properties.login.properties.links.properties.contact,data:data99};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
if(typeof data99 === "string"){
if(!pattern25.test(data99)){
const err227 = {instancePath:instancePath+"/applications/" + i3+"/login/links/contact",schemaPath:"#/properties/applications/items/properties/login/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.applications.items.properties.login.properties.links.properties.contact,data:data99};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
}
}
}
else {
const err228 = {instancePath:instancePath+"/applications/" + i3+"/login/links",schemaPath:"#/properties/applications/items/properties/login/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.login.properties.links.type,parentSchema:schema11.properties.applications.items.properties.login.properties.links,data:data95};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
}
if(data85.destinations !== undefined){
let data100 = data85.destinations;
if(data100 && typeof data100 == "object" && !Array.isArray(data100)){
for(const key18 in data100){
if(pattern29.test(key18)){
let data101 = data100[key18];
if(typeof data101 === "string"){
if(func3(data101) > 80){
const err229 = {instancePath:instancePath+"/applications/" + i3+"/login/destinations/" + key18.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/applications/items/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.applications.items.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data101};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
if(func3(data101) < 1){
const err230 = {instancePath:instancePath+"/applications/" + i3+"/login/destinations/" + key18.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/applications/items/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.applications.items.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data101};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
}
else {
const err231 = {instancePath:instancePath+"/applications/" + i3+"/login/destinations/" + key18.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/applications/items/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.applications.items.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data101};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
}
}
else {
const err232 = {instancePath:instancePath+"/applications/" + i3+"/login/destinations",schemaPath:"#/properties/applications/items/properties/login/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.login.properties.destinations.type,parentSchema:schema11.properties.applications.items.properties.login.properties.destinations,data:data100};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
}
if(data85.providers !== undefined){
let data102 = data85.providers;
if(Array.isArray(data102)){
if(data102.length < 1){
const err233 = {instancePath:instancePath+"/applications/" + i3+"/login/providers",schemaPath:"#/properties/applications/items/properties/login/properties/providers/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.applications.items.properties.login.properties.providers,data:data102};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
const len8 = data102.length;
for(let i8=0; i8<len8; i8++){
let data103 = data102[i8];
if(typeof data103 === "string"){
if(func3(data103) < 1){
const err234 = {instancePath:instancePath+"/applications/" + i3+"/login/providers/" + i8,schemaPath:"#/properties/applications/items/properties/login/properties/providers/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.applications.items.properties.login.properties.providers.items,data:data103};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
else {
const err235 = {instancePath:instancePath+"/applications/" + i3+"/login/providers/" + i8,schemaPath:"#/properties/applications/items/properties/login/properties/providers/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.login.properties.providers.items.type,parentSchema:schema11.properties.applications.items.properties.login.properties.providers.items,data:data103};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
let i9 = data102.length;
let j0;
if(i9 > 1){
const indices0 = {};
for(;i9--;){
let item0 = data102[i9];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err236 = {instancePath:instancePath+"/applications/" + i3+"/login/providers",schemaPath:"#/properties/applications/items/properties/login/properties/providers/uniqueItems",keyword:"uniqueItems",params:{i: i9, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i9+" are identical)",schema:true,parentSchema:schema11.properties.applications.items.properties.login.properties.providers,data:data102};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
break;
}
indices0[item0] = i9;
}
}
}
else {
const err237 = {instancePath:instancePath+"/applications/" + i3+"/login/providers",schemaPath:"#/properties/applications/items/properties/login/properties/providers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.applications.items.properties.login.properties.providers.type,parentSchema:schema11.properties.applications.items.properties.login.properties.providers,data:data102};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
}
if(data85.tenant !== undefined){
let data104 = data85.tenant;
if(typeof data104 === "string"){
if(!pattern30.test(data104)){
const err238 = {instancePath:instancePath+"/applications/" + i3+"/login/tenant",schemaPath:"#/properties/applications/items/properties/login/properties/tenant/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.applications.items.properties.login.properties.tenant,data:data104};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
}
else {
const err239 = {instancePath:instancePath+"/applications/" + i3+"/login/tenant",schemaPath:"#/properties/applications/items/properties/login/properties/tenant/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.applications.items.properties.login.properties.tenant.type,parentSchema:schema11.properties.applications.items.properties.login.properties.tenant,data:data104};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
}
}
else {
const err240 = {instancePath:instancePath+"/applications/" + i3+"/login",schemaPath:"#/properties/applications/items/properties/login/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.properties.login.type,parentSchema:schema11.properties.applications.items.properties.login,data:data85};
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
const err241 = {instancePath:instancePath+"/applications/" + i3,schemaPath:"#/properties/applications/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.applications.items.type,parentSchema:schema11.properties.applications.items,data:data41};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
}
}
else {
const err242 = {instancePath:instancePath+"/applications",schemaPath:"#/properties/applications/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.applications.type,parentSchema:schema11.properties.applications,data:data40};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
let data105 = data.forwardAuth;
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
if(data105.enabled === undefined){
data105.enabled = false;
}
if(data105.listen === undefined){
data105.listen = null;
}
if(data105.grpc === undefined){
data105.grpc = null;
}
if(data105.trustedProxies === undefined){
data105.trustedProxies = null;
}
if(data105.origins === undefined){
data105.origins = [];
}
for(const key19 in data105){
if(!(((((key19 === "enabled") || (key19 === "listen")) || (key19 === "grpc")) || (key19 === "trustedProxies")) || (key19 === "origins"))){
const err243 = {instancePath:instancePath+"/forwardAuth",schemaPath:"#/properties/forwardAuth/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth,data:data105};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
}
let data106 = data105.enabled;
if(typeof data106 !== "boolean"){
const err244 = {instancePath:instancePath+"/forwardAuth/enabled",schemaPath:"#/properties/forwardAuth/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.forwardAuth.properties.enabled.type,parentSchema:schema11.properties.forwardAuth.properties.enabled,data:data106};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
let data107 = data105.listen;
if((!(data107 && typeof data107 == "object" && !Array.isArray(data107))) && (data107 !== null)){
const err245 = {instancePath:instancePath+"/forwardAuth/listen",schemaPath:"#/properties/forwardAuth/properties/listen/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.listen.type},message:"must be object,null",schema:schema11.properties.forwardAuth.properties.listen.type,parentSchema:schema11.properties.forwardAuth.properties.listen,data:data107};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
if(data107 && typeof data107 == "object" && !Array.isArray(data107)){
if(data107.host === undefined){
data107.host = "127.0.0.1";
}
if(data107.port === undefined){
data107.port = 8081;
}
for(const key20 in data107){
if(!((key20 === "host") || (key20 === "port"))){
const err246 = {instancePath:instancePath+"/forwardAuth/listen",schemaPath:"#/properties/forwardAuth/properties/listen/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth.properties.listen,data:data107};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
}
let data108 = data107.host;
if(typeof data108 !== "string"){
const err247 = {instancePath:instancePath+"/forwardAuth/listen/host",schemaPath:"#/properties/forwardAuth/properties/listen/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.listen.properties.host.type,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.host,data:data108};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
let data109 = data107.port;
if(!(((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109))) && (isFinite(data109)))){
const err248 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.forwardAuth.properties.listen.properties.port.type,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data109};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
if((typeof data109 == "number") && (isFinite(data109))){
if(data109 > 65535 || isNaN(data109)){
const err249 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data109};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
if(data109 < 0 || isNaN(data109)){
const err250 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data109};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
}
}
let data110 = data105.grpc;
if((!(data110 && typeof data110 == "object" && !Array.isArray(data110))) && (data110 !== null)){
const err251 = {instancePath:instancePath+"/forwardAuth/grpc",schemaPath:"#/properties/forwardAuth/properties/grpc/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.grpc.type},message:"must be object,null",schema:schema11.properties.forwardAuth.properties.grpc.type,parentSchema:schema11.properties.forwardAuth.properties.grpc,data:data110};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
if(data110.host === undefined){
data110.host = "127.0.0.1";
}
if(data110.port === undefined){
data110.port = 8081;
}
for(const key21 in data110){
if(!((key21 === "host") || (key21 === "port"))){
const err252 = {instancePath:instancePath+"/forwardAuth/grpc",schemaPath:"#/properties/forwardAuth/properties/grpc/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key21},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth.properties.grpc,data:data110};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
}
let data111 = data110.host;
if(typeof data111 !== "string"){
const err253 = {instancePath:instancePath+"/forwardAuth/grpc/host",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.grpc.properties.host.type,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.host,data:data111};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
let data112 = data110.port;
if(!(((typeof data112 == "number") && (!(data112 % 1) && !isNaN(data112))) && (isFinite(data112)))){
const err254 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.forwardAuth.properties.grpc.properties.port.type,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data112};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
if((typeof data112 == "number") && (isFinite(data112))){
if(data112 > 65535 || isNaN(data112)){
const err255 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data112};
if(vErrors === null){
vErrors = [err255];
}
else {
vErrors.push(err255);
}
errors++;
}
if(data112 < 0 || isNaN(data112)){
const err256 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data112};
if(vErrors === null){
vErrors = [err256];
}
else {
vErrors.push(err256);
}
errors++;
}
}
}
let data113 = data105.trustedProxies;
if((!(Array.isArray(data113))) && (data113 !== null)){
const err257 = {instancePath:instancePath+"/forwardAuth/trustedProxies",schemaPath:"#/properties/forwardAuth/properties/trustedProxies/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.trustedProxies.type},message:"must be array,null",schema:schema11.properties.forwardAuth.properties.trustedProxies.type,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies,data:data113};
if(vErrors === null){
vErrors = [err257];
}
else {
vErrors.push(err257);
}
errors++;
}
if(Array.isArray(data113)){
const len9 = data113.length;
for(let i10=0; i10<len9; i10++){
let data114 = data113[i10];
if(typeof data114 === "string"){
if(func3(data114) < 1){
const err258 = {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i10,schemaPath:"#/properties/forwardAuth/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies.items,data:data114};
if(vErrors === null){
vErrors = [err258];
}
else {
vErrors.push(err258);
}
errors++;
}
}
else {
const err259 = {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i10,schemaPath:"#/properties/forwardAuth/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.trustedProxies.items.type,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies.items,data:data114};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
}
}
let data115 = data105.origins;
if(Array.isArray(data115)){
const len10 = data115.length;
for(let i11=0; i11<len10; i11++){
let data116 = data115[i11];
if(typeof data116 === "string"){
if(func3(data116) < 1){
const err260 = {instancePath:instancePath+"/forwardAuth/origins/" + i11,schemaPath:"#/properties/forwardAuth/properties/origins/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.forwardAuth.properties.origins.items,data:data116};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
}
else {
const err261 = {instancePath:instancePath+"/forwardAuth/origins/" + i11,schemaPath:"#/properties/forwardAuth/properties/origins/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.origins.items.type,parentSchema:schema11.properties.forwardAuth.properties.origins.items,data:data116};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
}
}
else {
const err262 = {instancePath:instancePath+"/forwardAuth/origins",schemaPath:"#/properties/forwardAuth/properties/origins/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.forwardAuth.properties.origins.type,parentSchema:schema11.properties.forwardAuth.properties.origins,data:data115};
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
const err263 = {instancePath:instancePath+"/forwardAuth",schemaPath:"#/properties/forwardAuth/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.forwardAuth.type,parentSchema:schema11.properties.forwardAuth,data:data105};
if(vErrors === null){
vErrors = [err263];
}
else {
vErrors.push(err263);
}
errors++;
}
let data117 = data.identityPlatform;
if(data117 && typeof data117 == "object" && !Array.isArray(data117)){
if(data117.apiKey === undefined){
data117.apiKey = "";
}
if(data117.apiKeyFile === undefined){
data117.apiKeyFile = null;
}
if(data117.tenantId === undefined){
data117.tenantId = null;
}
if(data117.tenants === undefined){
data117.tenants = {};
}
if(data117.credentials === undefined){
data117.credentials = "";
}
if(data117.credentialsFile === undefined){
data117.credentialsFile = null;
}
if(data117.serviceAccountEmail === undefined){
data117.serviceAccountEmail = null;
}
if(data117.authDomain === undefined){
data117.authDomain = null;
}
if(data117.allowAnonymous === undefined){
data117.allowAnonymous = false;
}
if(data117.emulatorHost === undefined){
data117.emulatorHost = null;
}
if(data117.emulatorAnywhere === undefined){
data117.emulatorAnywhere = false;
}
if(data117.endpoints === undefined){
data117.endpoints = {};
}
if(data117.projectId === undefined){
const err264 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/required",keyword:"required",params:{missingProperty: "projectId"},message:"must have required property '"+"projectId"+"'",schema:schema11.properties.identityPlatform.required,parentSchema:schema11.properties.identityPlatform,data:data117};
if(vErrors === null){
vErrors = [err264];
}
else {
vErrors.push(err264);
}
errors++;
}
for(const key22 in data117){
if(!(func2.call(schema11.properties.identityPlatform.properties, key22))){
const err265 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform,data:data117};
if(vErrors === null){
vErrors = [err265];
}
else {
vErrors.push(err265);
}
errors++;
}
}
if(data117.projectId !== undefined){
let data118 = data117.projectId;
if(typeof data118 === "string"){
if(func3(data118) > 64){
const err266 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data118};
if(vErrors === null){
vErrors = [err266];
}
else {
vErrors.push(err266);
}
errors++;
}
if(!pattern31.test(data118)){
const err267 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9:.-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9:.-]*$"+"\"",schema:"^[a-z0-9][a-z0-9:.-]*$",parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data118};
if(vErrors === null){
vErrors = [err267];
}
else {
vErrors.push(err267);
}
errors++;
}
}
else {
const err268 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.projectId.type,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data118};
if(vErrors === null){
vErrors = [err268];
}
else {
vErrors.push(err268);
}
errors++;
}
}
let data119 = data117.apiKey;
if(typeof data119 !== "string"){
const err269 = {instancePath:instancePath+"/identityPlatform/apiKey",schemaPath:"#/properties/identityPlatform/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.apiKey.type,parentSchema:schema11.properties.identityPlatform.properties.apiKey,data:data119};
if(vErrors === null){
vErrors = [err269];
}
else {
vErrors.push(err269);
}
errors++;
}
let data120 = data117.apiKeyFile;
if((typeof data120 !== "string") && (data120 !== null)){
const err270 = {instancePath:instancePath+"/identityPlatform/apiKeyFile",schemaPath:"#/properties/identityPlatform/properties/apiKeyFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.apiKeyFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.apiKeyFile.type,parentSchema:schema11.properties.identityPlatform.properties.apiKeyFile,data:data120};
if(vErrors === null){
vErrors = [err270];
}
else {
vErrors.push(err270);
}
errors++;
}
let data121 = data117.tenantId;
if((typeof data121 !== "string") && (data121 !== null)){
const err271 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.tenantId.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.tenantId.type,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data121};
if(vErrors === null){
vErrors = [err271];
}
else {
vErrors.push(err271);
}
errors++;
}
if(typeof data121 === "string"){
if(func3(data121) < 1){
const err272 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data121};
if(vErrors === null){
vErrors = [err272];
}
else {
vErrors.push(err272);
}
errors++;
}
}
let data122 = data117.tenants;
if(data122 && typeof data122 == "object" && !Array.isArray(data122)){
for(const key23 in data122){
if(!(pattern32.test(key23))){
const err273 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data122};
if(vErrors === null){
vErrors = [err273];
}
else {
vErrors.push(err273);
}
errors++;
}
}
for(const key24 in data122){
if(pattern32.test(key24)){
let data123 = data122[key24];
if(typeof data123 === "string"){
if(func3(data123) < 1){
const err274 = {instancePath:instancePath+"/identityPlatform/tenants/" + key24.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data123};
if(vErrors === null){
vErrors = [err274];
}
else {
vErrors.push(err274);
}
errors++;
}
if(!pattern30.test(data123)){
const err275 = {instancePath:instancePath+"/identityPlatform/tenants/" + key24.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data123};
if(vErrors === null){
vErrors = [err275];
}
else {
vErrors.push(err275);
}
errors++;
}
}
else {
const err276 = {instancePath:instancePath+"/identityPlatform/tenants/" + key24.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"].type,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data123};
if(vErrors === null){
vErrors = [err276];
}
else {
vErrors.push(err276);
}
errors++;
}
}
}
}
else {
const err277 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.tenants.type,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data122};
if(vErrors === null){
vErrors = [err277];
}
else {
vErrors.push(err277);
}
errors++;
}
let data124 = data117.credentials;
if(typeof data124 !== "string"){
const err278 = {instancePath:instancePath+"/identityPlatform/credentials",schemaPath:"#/properties/identityPlatform/properties/credentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.credentials.type,parentSchema:schema11.properties.identityPlatform.properties.credentials,data:data124};
if(vErrors === null){
vErrors = [err278];
}
else {
vErrors.push(err278);
}
errors++;
}
let data125 = data117.credentialsFile;
if((typeof data125 !== "string") && (data125 !== null)){
const err279 = {instancePath:instancePath+"/identityPlatform/credentialsFile",schemaPath:"#/properties/identityPlatform/properties/credentialsFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.credentialsFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.credentialsFile.type,parentSchema:schema11.properties.identityPlatform.properties.credentialsFile,data:data125};
if(vErrors === null){
vErrors = [err279];
}
else {
vErrors.push(err279);
}
errors++;
}
let data126 = data117.serviceAccountEmail;
if((typeof data126 !== "string") && (data126 !== null)){
const err280 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.serviceAccountEmail.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.serviceAccountEmail.type,parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data126};
if(vErrors === null){
vErrors = [err280];
}
else {
vErrors.push(err280);
}
errors++;
}
if(typeof data126 === "string"){
if(!pattern35.test(data126)){
const err281 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"+"\"",schema:"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$",parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data126};
if(vErrors === null){
vErrors = [err281];
}
else {
vErrors.push(err281);
}
errors++;
}
}
let data127 = data117.authDomain;
if((typeof data127 !== "string") && (data127 !== null)){
const err282 = {instancePath:instancePath+"/identityPlatform/authDomain",schemaPath:"#/properties/identityPlatform/properties/authDomain/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.authDomain.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.authDomain.type,parentSchema:schema11.properties.identityPlatform.properties.authDomain,data:data127};
if(vErrors === null){
vErrors = [err282];
}
else {
vErrors.push(err282);
}
errors++;
}
let data128 = data117.allowAnonymous;
if(typeof data128 !== "boolean"){
const err283 = {instancePath:instancePath+"/identityPlatform/allowAnonymous",schemaPath:"#/properties/identityPlatform/properties/allowAnonymous/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.allowAnonymous.type,parentSchema:schema11.properties.identityPlatform.properties.allowAnonymous,data:data128};
if(vErrors === null){
vErrors = [err283];
}
else {
vErrors.push(err283);
}
errors++;
}
let data129 = data117.emulatorHost;
if((typeof data129 !== "string") && (data129 !== null)){
const err284 = {instancePath:instancePath+"/identityPlatform/emulatorHost",schemaPath:"#/properties/identityPlatform/properties/emulatorHost/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.emulatorHost.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.emulatorHost.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorHost,data:data129};
if(vErrors === null){
vErrors = [err284];
}
else {
vErrors.push(err284);
}
errors++;
}
let data130 = data117.emulatorAnywhere;
if(typeof data130 !== "boolean"){
const err285 = {instancePath:instancePath+"/identityPlatform/emulatorAnywhere",schemaPath:"#/properties/identityPlatform/properties/emulatorAnywhere/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.emulatorAnywhere.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorAnywhere,data:data130};
if(vErrors === null){
vErrors = [err285];
}
else {
vErrors.push(err285);
}
errors++;
}
let data131 = data117.endpoints;
if(data131 && typeof data131 == "object" && !Array.isArray(data131)){
if(data131.identityToolkit === undefined){
data131.identityToolkit = "https://identitytoolkit.googleapis.com";
}
if(data131.secureToken === undefined){
data131.secureToken = "https://securetoken.googleapis.com";
}
if(data131.certificates === undefined){
data131.certificates = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
}
if(data131.oauthToken === undefined){
data131.oauthToken = "https://oauth2.googleapis.com/token";
}
if(data131.sts === undefined){
data131.sts = "https://sts.googleapis.com/v1/token";
}
if(data131.iamCredentials === undefined){
data131.iamCredentials = "https://iamcredentials.googleapis.com";
}
for(const key25 in data131){
if(!((((((key25 === "identityToolkit") || (key25 === "secureToken")) || (key25 === "certificates")) || (key25 === "oauthToken")) || (key25 === "sts")) || (key25 === "iamCredentials"))){
const err286 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key25},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data131};
if(vErrors === null){
vErrors = [err286];
}
else {
vErrors.push(err286);
}
errors++;
}
}
let data132 = data131.identityToolkit;
if(typeof data132 !== "string"){
const err287 = {instancePath:instancePath+"/identityPlatform/endpoints/identityToolkit",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/identityToolkit/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit,data:data132};
if(vErrors === null){
vErrors = [err287];
}
else {
vErrors.push(err287);
}
errors++;
}
let data133 = data131.secureToken;
if(typeof data133 !== "string"){
const err288 = {instancePath:instancePath+"/identityPlatform/endpoints/secureToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/secureToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken,data:data133};
if(vErrors === null){
vErrors = [err288];
}
else {
vErrors.push(err288);
}
errors++;
}
let data134 = data131.certificates;
if(typeof data134 !== "string"){
const err289 = {instancePath:instancePath+"/identityPlatform/endpoints/certificates",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/certificates/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates,data:data134};
if(vErrors === null){
vErrors = [err289];
}
else {
vErrors.push(err289);
}
errors++;
}
let data135 = data131.oauthToken;
if(typeof data135 !== "string"){
const err290 = {instancePath:instancePath+"/identityPlatform/endpoints/oauthToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/oauthToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken,data:data135};
if(vErrors === null){
vErrors = [err290];
}
else {
vErrors.push(err290);
}
errors++;
}
let data136 = data131.sts;
if(typeof data136 !== "string"){
const err291 = {instancePath:instancePath+"/identityPlatform/endpoints/sts",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/sts/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.sts.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.sts,data:data136};
if(vErrors === null){
vErrors = [err291];
}
else {
vErrors.push(err291);
}
errors++;
}
let data137 = data131.iamCredentials;
if(typeof data137 !== "string"){
const err292 = {instancePath:instancePath+"/identityPlatform/endpoints/iamCredentials",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/iamCredentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials,data:data137};
if(vErrors === null){
vErrors = [err292];
}
else {
vErrors.push(err292);
}
errors++;
}
}
else {
const err293 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.endpoints.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data131};
if(vErrors === null){
vErrors = [err293];
}
else {
vErrors.push(err293);
}
errors++;
}
}
else {
const err294 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.type,parentSchema:schema11.properties.identityPlatform,data:data117};
if(vErrors === null){
vErrors = [err294];
}
else {
vErrors.push(err294);
}
errors++;
}
let data138 = data.cookie;
if(data138 && typeof data138 == "object" && !Array.isArray(data138)){
if(data138.name === undefined){
data138.name = null;
}
if(data138.allowPlainName === undefined){
data138.allowPlainName = false;
}
if(data138.domain === undefined){
data138.domain = null;
}
if(data138.sameSite === undefined){
data138.sameSite = "lax";
}
if(data138.signatureKeys === undefined){
data138.signatureKeys = [];
}
if(data138.signatureKeysFile === undefined){
data138.signatureKeysFile = null;
}
for(const key26 in data138){
if(!((((((key26 === "name") || (key26 === "allowPlainName")) || (key26 === "domain")) || (key26 === "sameSite")) || (key26 === "signatureKeys")) || (key26 === "signatureKeysFile"))){
const err295 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key26},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.cookie,data:data138};
if(vErrors === null){
vErrors = [err295];
}
else {
vErrors.push(err295);
}
errors++;
}
}
let data139 = data138.name;
if((typeof data139 !== "string") && (data139 !== null)){
const err296 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/type",keyword:"type",params:{type: schema11.properties.cookie.properties.name.type},message:"must be string,null",schema:schema11.properties.cookie.properties.name.type,parentSchema:schema11.properties.cookie.properties.name,data:data139};
if(vErrors === null){
vErrors = [err296];
}
else {
vErrors.push(err296);
}
errors++;
}
if(typeof data139 === "string"){
if(!pattern36.test(data139)){
const err297 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.cookie.properties.name,data:data139};
if(vErrors === null){
vErrors = [err297];
}
else {
vErrors.push(err297);
}
errors++;
}
}
let data140 = data138.allowPlainName;
if(typeof data140 !== "boolean"){
const err298 = {instancePath:instancePath+"/cookie/allowPlainName",schemaPath:"#/properties/cookie/properties/allowPlainName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.cookie.properties.allowPlainName.type,parentSchema:schema11.properties.cookie.properties.allowPlainName,data:data140};
if(vErrors === null){
vErrors = [err298];
}
else {
vErrors.push(err298);
}
errors++;
}
let data141 = data138.domain;
if((typeof data141 !== "string") && (data141 !== null)){
const err299 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/type",keyword:"type",params:{type: schema11.properties.cookie.properties.domain.type},message:"must be string,null",schema:schema11.properties.cookie.properties.domain.type,parentSchema:schema11.properties.cookie.properties.domain,data:data141};
if(vErrors === null){
vErrors = [err299];
}
else {
vErrors.push(err299);
}
errors++;
}
if(typeof data141 === "string"){
if(!pattern37.test(data141)){
const err300 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\"",schema:"^[a-z0-9.-]+$",parentSchema:schema11.properties.cookie.properties.domain,data:data141};
if(vErrors === null){
vErrors = [err300];
}
else {
vErrors.push(err300);
}
errors++;
}
}
let data142 = data138.sameSite;
if(!(((data142 === "lax") || (data142 === "strict")) || (data142 === "none"))){
const err301 = {instancePath:instancePath+"/cookie/sameSite",schemaPath:"#/properties/cookie/properties/sameSite/enum",keyword:"enum",params:{allowedValues: schema11.properties.cookie.properties.sameSite.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.cookie.properties.sameSite.enum,parentSchema:schema11.properties.cookie.properties.sameSite,data:data142};
if(vErrors === null){
vErrors = [err301];
}
else {
vErrors.push(err301);
}
errors++;
}
let data143 = data138.signatureKeys;
if(Array.isArray(data143)){
const len11 = data143.length;
for(let i12=0; i12<len11; i12++){
let data144 = data143[i12];
if(typeof data144 === "string"){
if(func3(data144) < 1){
const err302 = {instancePath:instancePath+"/cookie/signatureKeys/" + i12,schemaPath:"#/properties/cookie/properties/signatureKeys/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data144};
if(vErrors === null){
vErrors = [err302];
}
else {
vErrors.push(err302);
}
errors++;
}
}
else {
const err303 = {instancePath:instancePath+"/cookie/signatureKeys/" + i12,schemaPath:"#/properties/cookie/properties/signatureKeys/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.cookie.properties.signatureKeys.items.type,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data144};
if(vErrors === null){
vErrors = [err303];
}
else {
vErrors.push(err303);
}
errors++;
}
}
}
else {
const err304 = {instancePath:instancePath+"/cookie/signatureKeys",schemaPath:"#/properties/cookie/properties/signatureKeys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.cookie.properties.signatureKeys.type,parentSchema:schema11.properties.cookie.properties.signatureKeys,data:data143};
if(vErrors === null){
vErrors = [err304];
}
else {
vErrors.push(err304);
}
errors++;
}
let data145 = data138.signatureKeysFile;
if((typeof data145 !== "string") && (data145 !== null)){
const err305 = {instancePath:instancePath+"/cookie/signatureKeysFile",schemaPath:"#/properties/cookie/properties/signatureKeysFile/type",keyword:"type",params:{type: schema11.properties.cookie.properties.signatureKeysFile.type},message:"must be string,null",schema:schema11.properties.cookie.properties.signatureKeysFile.type,parentSchema:schema11.properties.cookie.properties.signatureKeysFile,data:data145};
if(vErrors === null){
vErrors = [err305];
}
else {
vErrors.push(err305);
}
errors++;
}
}
else {
const err306 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.cookie.type,parentSchema:schema11.properties.cookie,data:data138};
if(vErrors === null){
vErrors = [err306];
}
else {
vErrors.push(err306);
}
errors++;
}
let data146 = data.hsts;
if((!(data146 && typeof data146 == "object" && !Array.isArray(data146))) && (data146 !== null)){
const err307 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/type",keyword:"type",params:{type: schema11.properties.hsts.type},message:"must be object,null",schema:schema11.properties.hsts.type,parentSchema:schema11.properties.hsts,data:data146};
if(vErrors === null){
vErrors = [err307];
}
else {
vErrors.push(err307);
}
errors++;
}
if(data146 && typeof data146 == "object" && !Array.isArray(data146)){
if(data146.maxAgeSeconds === undefined){
data146.maxAgeSeconds = 31536000;
}
if(data146.includeSubDomains === undefined){
data146.includeSubDomains = false;
}
if(data146.preload === undefined){
data146.preload = false;
}
for(const key27 in data146){
if(!(((key27 === "maxAgeSeconds") || (key27 === "includeSubDomains")) || (key27 === "preload"))){
const err308 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key27},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.hsts,data:data146};
if(vErrors === null){
vErrors = [err308];
}
else {
vErrors.push(err308);
}
errors++;
}
}
let data147 = data146.maxAgeSeconds;
if(!(((typeof data147 == "number") && (!(data147 % 1) && !isNaN(data147))) && (isFinite(data147)))){
const err309 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.hsts.properties.maxAgeSeconds.type,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data147};
if(vErrors === null){
vErrors = [err309];
}
else {
vErrors.push(err309);
}
errors++;
}
if((typeof data147 == "number") && (isFinite(data147))){
if(data147 > 315360000 || isNaN(data147)){
const err310 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000",schema:315360000,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data147};
if(vErrors === null){
vErrors = [err310];
}
else {
vErrors.push(err310);
}
errors++;
}
if(data147 < 0 || isNaN(data147)){
const err311 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data147};
if(vErrors === null){
vErrors = [err311];
}
else {
vErrors.push(err311);
}
errors++;
}
}
let data148 = data146.includeSubDomains;
if(typeof data148 !== "boolean"){
const err312 = {instancePath:instancePath+"/hsts/includeSubDomains",schemaPath:"#/properties/hsts/properties/includeSubDomains/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.includeSubDomains.type,parentSchema:schema11.properties.hsts.properties.includeSubDomains,data:data148};
if(vErrors === null){
vErrors = [err312];
}
else {
vErrors.push(err312);
}
errors++;
}
let data149 = data146.preload;
if(typeof data149 !== "boolean"){
const err313 = {instancePath:instancePath+"/hsts/preload",schemaPath:"#/properties/hsts/properties/preload/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.preload.type,parentSchema:schema11.properties.hsts.properties.preload,data:data149};
if(vErrors === null){
vErrors = [err313];
}
else {
vErrors.push(err313);
}
errors++;
}
}
let data150 = data.session;
if(data150 && typeof data150 == "object" && !Array.isArray(data150)){
if(data150.absoluteSeconds === undefined){
data150.absoluteSeconds = 1209600;
}
if(data150.idleSeconds === undefined){
data150.idleSeconds = 0;
}
if(data150.streamsCountAsActivity === undefined){
data150.streamsCountAsActivity = false;
}
if(data150.revocationCheckSeconds === undefined){
data150.revocationCheckSeconds = 300;
}
if(data150.expiredGraceSeconds === undefined){
data150.expiredGraceSeconds = 0;
}
if(data150.acquire === undefined){
data150.acquire = "auto";
}
if(data150.maxSignInAgeSeconds === undefined){
data150.maxSignInAgeSeconds = 900;
}
if(data150.requireVerifiedEmail === undefined){
data150.requireVerifiedEmail = false;
}
if(data150.visibleClaims === undefined){
data150.visibleClaims = null;
}
if(data150.signInProviders === undefined){
data150.signInProviders = null;
}
if(data150.signInsPerMinute === undefined){
data150.signInsPerMinute = 300;
}
if(data150.cacheBytes === undefined){
data150.cacheBytes = 67108864;
}
for(const key28 in data150){
if(!(func2.call(schema11.properties.session.properties, key28))){
const err314 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key28},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.session,data:data150};
if(vErrors === null){
vErrors = [err314];
}
else {
vErrors.push(err314);
}
errors++;
}
}
let data151 = data150.absoluteSeconds;
if(!(((typeof data151 == "number") && (!(data151 % 1) && !isNaN(data151))) && (isFinite(data151)))){
const err315 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.absoluteSeconds.type,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data151};
if(vErrors === null){
vErrors = [err315];
}
else {
vErrors.push(err315);
}
errors++;
}
if((typeof data151 == "number") && (isFinite(data151))){
if(data151 > 31536000 || isNaN(data151)){
const err316 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data151};
if(vErrors === null){
vErrors = [err316];
}
else {
vErrors.push(err316);
}
errors++;
}
if(data151 < 60 || isNaN(data151)){
const err317 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data151};
if(vErrors === null){
vErrors = [err317];
}
else {
vErrors.push(err317);
}
errors++;
}
}
let data152 = data150.idleSeconds;
if(!(((typeof data152 == "number") && (!(data152 % 1) && !isNaN(data152))) && (isFinite(data152)))){
const err318 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.idleSeconds.type,parentSchema:schema11.properties.session.properties.idleSeconds,data:data152};
if(vErrors === null){
vErrors = [err318];
}
else {
vErrors.push(err318);
}
errors++;
}
if((typeof data152 == "number") && (isFinite(data152))){
if(data152 > 31536000 || isNaN(data152)){
const err319 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.idleSeconds,data:data152};
if(vErrors === null){
vErrors = [err319];
}
else {
vErrors.push(err319);
}
errors++;
}
if(data152 < 0 || isNaN(data152)){
const err320 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.idleSeconds,data:data152};
if(vErrors === null){
vErrors = [err320];
}
else {
vErrors.push(err320);
}
errors++;
}
}
let data153 = data150.streamsCountAsActivity;
if(typeof data153 !== "boolean"){
const err321 = {instancePath:instancePath+"/session/streamsCountAsActivity",schemaPath:"#/properties/session/properties/streamsCountAsActivity/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.session.properties.streamsCountAsActivity.type,parentSchema:schema11.properties.session.properties.streamsCountAsActivity,data:data153};
if(vErrors === null){
vErrors = [err321];
}
else {
vErrors.push(err321);
}
errors++;
}
let data154 = data150.revocationCheckSeconds;
if(!(((typeof data154 == "number") && (!(data154 % 1) && !isNaN(data154))) && (isFinite(data154)))){
const err322 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.revocationCheckSeconds.type,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data154};
if(vErrors === null){
vErrors = [err322];
}
else {
vErrors.push(err322);
}
errors++;
}
if((typeof data154 == "number") && (isFinite(data154))){
if(data154 > 86400 || isNaN(data154)){
const err323 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data154};
if(vErrors === null){
vErrors = [err323];
}
else {
vErrors.push(err323);
}
errors++;
}
if(data154 < 0 || isNaN(data154)){
const err324 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data154};
if(vErrors === null){
vErrors = [err324];
}
else {
vErrors.push(err324);
}
errors++;
}
}
let data155 = data150.expiredGraceSeconds;
if(!(((typeof data155 == "number") && (!(data155 % 1) && !isNaN(data155))) && (isFinite(data155)))){
const err325 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.expiredGraceSeconds.type,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data155};
if(vErrors === null){
vErrors = [err325];
}
else {
vErrors.push(err325);
}
errors++;
}
if((typeof data155 == "number") && (isFinite(data155))){
if(data155 > 86400 || isNaN(data155)){
const err326 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data155};
if(vErrors === null){
vErrors = [err326];
}
else {
vErrors.push(err326);
}
errors++;
}
if(data155 < 0 || isNaN(data155)){
const err327 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data155};
if(vErrors === null){
vErrors = [err327];
}
else {
vErrors.push(err327);
}
errors++;
}
}
let data156 = data150.acquire;
if(!(((data156 === "auto") || (data156 === "exchange")) || (data156 === "handover"))){
const err328 = {instancePath:instancePath+"/session/acquire",schemaPath:"#/properties/session/properties/acquire/enum",keyword:"enum",params:{allowedValues: schema11.properties.session.properties.acquire.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.session.properties.acquire.enum,parentSchema:schema11.properties.session.properties.acquire,data:data156};
if(vErrors === null){
vErrors = [err328];
}
else {
vErrors.push(err328);
}
errors++;
}
let data157 = data150.maxSignInAgeSeconds;
if(!(((typeof data157 == "number") && (!(data157 % 1) && !isNaN(data157))) && (isFinite(data157)))){
const err329 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.maxSignInAgeSeconds.type,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data157};
if(vErrors === null){
vErrors = [err329];
}
else {
vErrors.push(err329);
}
errors++;
}
if((typeof data157 == "number") && (isFinite(data157))){
if(data157 > 86400 || isNaN(data157)){
const err330 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data157};
if(vErrors === null){
vErrors = [err330];
}
else {
vErrors.push(err330);
}
errors++;
}
if(data157 < 60 || isNaN(data157)){
const err331 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data157};
if(vErrors === null){
vErrors = [err331];
}
else {
vErrors.push(err331);
}
errors++;
}
}
let data158 = data150.requireVerifiedEmail;
if(typeof data158 !== "boolean"){
const err332 = {instancePath:instancePath+"/session/requireVerifiedEmail",schemaPath:"#/properties/session/properties/requireVerifiedEmail/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.session.properties.requireVerifiedEmail.type,parentSchema:schema11.properties.session.properties.requireVerifiedEmail,data:data158};
if(vErrors === null){
vErrors = [err332];
}
else {
vErrors.push(err332);
}
errors++;
}
let data159 = data150.visibleClaims;
if(((!(Array.isArray(data159))) && (typeof data159 !== "string")) && (data159 !== null)){
const err333 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/type",keyword:"type",params:{type: schema11.properties.session.properties.visibleClaims.type},message:"must be array,string,null",schema:schema11.properties.session.properties.visibleClaims.type,parentSchema:schema11.properties.session.properties.visibleClaims,data:data159};
if(vErrors === null){
vErrors = [err333];
}
else {
vErrors.push(err333);
}
errors++;
}
if(typeof data159 === "string"){
if(!pattern38.test(data159)){
const err334 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/pattern",keyword:"pattern",params:{pattern: "^all$"},message:"must match pattern \""+"^all$"+"\"",schema:"^all$",parentSchema:schema11.properties.session.properties.visibleClaims,data:data159};
if(vErrors === null){
vErrors = [err334];
}
else {
vErrors.push(err334);
}
errors++;
}
}
if(Array.isArray(data159)){
const len12 = data159.length;
for(let i13=0; i13<len12; i13++){
let data160 = data159[i13];
if(typeof data160 === "string"){
if(func3(data160) < 1){
const err335 = {instancePath:instancePath+"/session/visibleClaims/" + i13,schemaPath:"#/properties/session/properties/visibleClaims/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data160};
if(vErrors === null){
vErrors = [err335];
}
else {
vErrors.push(err335);
}
errors++;
}
}
else {
const err336 = {instancePath:instancePath+"/session/visibleClaims/" + i13,schemaPath:"#/properties/session/properties/visibleClaims/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.visibleClaims.items.type,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data160};
if(vErrors === null){
vErrors = [err336];
}
else {
vErrors.push(err336);
}
errors++;
}
}
}
let data161 = data150.signInProviders;
if((!(Array.isArray(data161))) && (data161 !== null)){
const err337 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/type",keyword:"type",params:{type: schema11.properties.session.properties.signInProviders.type},message:"must be array,null",schema:schema11.properties.session.properties.signInProviders.type,parentSchema:schema11.properties.session.properties.signInProviders,data:data161};
if(vErrors === null){
vErrors = [err337];
}
else {
vErrors.push(err337);
}
errors++;
}
if(Array.isArray(data161)){
if(data161.length < 1){
const err338 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.session.properties.signInProviders,data:data161};
if(vErrors === null){
vErrors = [err338];
}
else {
vErrors.push(err338);
}
errors++;
}
const len13 = data161.length;
for(let i14=0; i14<len13; i14++){
let data162 = data161[i14];
if(typeof data162 === "string"){
if(func3(data162) > 128){
const err339 = {instancePath:instancePath+"/session/signInProviders/" + i14,schemaPath:"#/properties/session/properties/signInProviders/items/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data162};
if(vErrors === null){
vErrors = [err339];
}
else {
vErrors.push(err339);
}
errors++;
}
if(func3(data162) < 1){
const err340 = {instancePath:instancePath+"/session/signInProviders/" + i14,schemaPath:"#/properties/session/properties/signInProviders/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data162};
if(vErrors === null){
vErrors = [err340];
}
else {
vErrors.push(err340);
}
errors++;
}
}
else {
const err341 = {instancePath:instancePath+"/session/signInProviders/" + i14,schemaPath:"#/properties/session/properties/signInProviders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.signInProviders.items.type,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data162};
if(vErrors === null){
vErrors = [err341];
}
else {
vErrors.push(err341);
}
errors++;
}
}
let i15 = data161.length;
let j1;
if(i15 > 1){
const indices1 = {};
for(;i15--;){
let item1 = data161[i15];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
const err342 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/uniqueItems",keyword:"uniqueItems",params:{i: i15, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i15+" are identical)",schema:true,parentSchema:schema11.properties.session.properties.signInProviders,data:data161};
if(vErrors === null){
vErrors = [err342];
}
else {
vErrors.push(err342);
}
errors++;
break;
}
indices1[item1] = i15;
}
}
}
let data163 = data150.signInsPerMinute;
if(!(((typeof data163 == "number") && (!(data163 % 1) && !isNaN(data163))) && (isFinite(data163)))){
const err343 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.signInsPerMinute.type,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data163};
if(vErrors === null){
vErrors = [err343];
}
else {
vErrors.push(err343);
}
errors++;
}
if((typeof data163 == "number") && (isFinite(data163))){
if(data163 > 1000000 || isNaN(data163)){
const err344 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data163};
if(vErrors === null){
vErrors = [err344];
}
else {
vErrors.push(err344);
}
errors++;
}
if(data163 < 0 || isNaN(data163)){
const err345 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data163};
if(vErrors === null){
vErrors = [err345];
}
else {
vErrors.push(err345);
}
errors++;
}
}
let data164 = data150.cacheBytes;
if(!(((typeof data164 == "number") && (!(data164 % 1) && !isNaN(data164))) && (isFinite(data164)))){
const err346 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.cacheBytes.type,parentSchema:schema11.properties.session.properties.cacheBytes,data:data164};
if(vErrors === null){
vErrors = [err346];
}
else {
vErrors.push(err346);
}
errors++;
}
if((typeof data164 == "number") && (isFinite(data164))){
if(data164 > 17179869184 || isNaN(data164)){
const err347 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 17179869184},message:"must be <= 17179869184",schema:17179869184,parentSchema:schema11.properties.session.properties.cacheBytes,data:data164};
if(vErrors === null){
vErrors = [err347];
}
else {
vErrors.push(err347);
}
errors++;
}
if(data164 < 1048576 || isNaN(data164)){
const err348 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema11.properties.session.properties.cacheBytes,data:data164};
if(vErrors === null){
vErrors = [err348];
}
else {
vErrors.push(err348);
}
errors++;
}
}
}
else {
const err349 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.session.type,parentSchema:schema11.properties.session,data:data150};
if(vErrors === null){
vErrors = [err349];
}
else {
vErrors.push(err349);
}
errors++;
}
let data165 = data.logout;
if(data165 && typeof data165 == "object" && !Array.isArray(data165)){
if(data165.clearSiteData === undefined){
data165.clearSiteData = [];
}
for(const key29 in data165){
if(!(key29 === "clearSiteData")){
const err350 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key29},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.logout,data:data165};
if(vErrors === null){
vErrors = [err350];
}
else {
vErrors.push(err350);
}
errors++;
}
}
let data166 = data165.clearSiteData;
if(Array.isArray(data166)){
const len14 = data166.length;
for(let i16=0; i16<len14; i16++){
let data167 = data166[i16];
if(!((data167 === "cache") || (data167 === "storage"))){
const err351 = {instancePath:instancePath+"/logout/clearSiteData/" + i16,schemaPath:"#/properties/logout/properties/clearSiteData/items/enum",keyword:"enum",params:{allowedValues: schema11.properties.logout.properties.clearSiteData.items.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.logout.properties.clearSiteData.items.enum,parentSchema:schema11.properties.logout.properties.clearSiteData.items,data:data167};
if(vErrors === null){
vErrors = [err351];
}
else {
vErrors.push(err351);
}
errors++;
}
}
let i17 = data166.length;
let j2;
if(i17 > 1){
outer0:
for(;i17--;){
for(j2 = i17; j2--;){
if(func0(data166[i17], data166[j2])){
const err352 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/uniqueItems",keyword:"uniqueItems",params:{i: i17, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i17+" are identical)",schema:true,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data166};
if(vErrors === null){
vErrors = [err352];
}
else {
vErrors.push(err352);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err353 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.logout.properties.clearSiteData.type,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data166};
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
const err354 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.logout.type,parentSchema:schema11.properties.logout,data:data165};
if(vErrors === null){
vErrors = [err354];
}
else {
vErrors.push(err354);
}
errors++;
}
let data168 = data.paths;
if(data168 && typeof data168 == "object" && !Array.isArray(data168)){
if(data168.login === undefined){
data168.login = "/login";
}
if(data168.logout === undefined){
data168.logout = "/logout";
}
if(data168.refresh === undefined){
data168.refresh = "/_auth/refresh";
}
if(data168.session === undefined){
data168.session = "/_auth/session";
}
if(data168.verify === undefined){
data168.verify = "/_auth/verify";
}
if(data168.home === undefined){
data168.home = "/";
}
for(const key30 in data168){
if(!((((((key30 === "login") || (key30 === "logout")) || (key30 === "refresh")) || (key30 === "session")) || (key30 === "verify")) || (key30 === "home"))){
const err355 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key30},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.paths,data:data168};
if(vErrors === null){
vErrors = [err355];
}
else {
vErrors.push(err355);
}
errors++;
}
}
let data169 = data168.login;
if(typeof data169 === "string"){
if(!pattern29.test(data169)){
const err356 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.login,data:data169};
if(vErrors === null){
vErrors = [err356];
}
else {
vErrors.push(err356);
}
errors++;
}
}
else {
const err357 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.login.type,parentSchema:schema11.properties.paths.properties.login,data:data169};
if(vErrors === null){
vErrors = [err357];
}
else {
vErrors.push(err357);
}
errors++;
}
let data170 = data168.logout;
if(typeof data170 === "string"){
if(!pattern29.test(data170)){
const err358 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.logout,data:data170};
if(vErrors === null){
vErrors = [err358];
}
else {
vErrors.push(err358);
}
errors++;
}
}
else {
const err359 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.logout.type,parentSchema:schema11.properties.paths.properties.logout,data:data170};
if(vErrors === null){
vErrors = [err359];
}
else {
vErrors.push(err359);
}
errors++;
}
let data171 = data168.refresh;
if(typeof data171 === "string"){
if(!pattern29.test(data171)){
const err360 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.refresh,data:data171};
if(vErrors === null){
vErrors = [err360];
}
else {
vErrors.push(err360);
}
errors++;
}
}
else {
const err361 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.refresh.type,parentSchema:schema11.properties.paths.properties.refresh,data:data171};
if(vErrors === null){
vErrors = [err361];
}
else {
vErrors.push(err361);
}
errors++;
}
let data172 = data168.session;
if(typeof data172 === "string"){
if(!pattern29.test(data172)){
const err362 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.session,data:data172};
if(vErrors === null){
vErrors = [err362];
}
else {
vErrors.push(err362);
}
errors++;
}
}
else {
const err363 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.session.type,parentSchema:schema11.properties.paths.properties.session,data:data172};
if(vErrors === null){
vErrors = [err363];
}
else {
vErrors.push(err363);
}
errors++;
}
let data173 = data168.verify;
if(typeof data173 === "string"){
if(!pattern29.test(data173)){
const err364 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.verify,data:data173};
if(vErrors === null){
vErrors = [err364];
}
else {
vErrors.push(err364);
}
errors++;
}
}
else {
const err365 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.verify.type,parentSchema:schema11.properties.paths.properties.verify,data:data173};
if(vErrors === null){
vErrors = [err365];
}
else {
vErrors.push(err365);
}
errors++;
}
let data174 = data168.home;
if(typeof data174 === "string"){
if(!pattern29.test(data174)){
const err366 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.home,data:data174};
if(vErrors === null){
vErrors = [err366];
}
else {
vErrors.push(err366);
}
errors++;
}
}
else {
const err367 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.home.type,parentSchema:schema11.properties.paths.properties.home,data:data174};
if(vErrors === null){
vErrors = [err367];
}
else {
vErrors.push(err367);
}
errors++;
}
}
else {
const err368 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.paths.type,parentSchema:schema11.properties.paths,data:data168};
if(vErrors === null){
vErrors = [err368];
}
else {
vErrors.push(err368);
}
errors++;
}
let data175 = data.redirectParameter;
if(typeof data175 === "string"){
if(!pattern36.test(data175)){
const err369 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.redirectParameter,data:data175};
if(vErrors === null){
vErrors = [err369];
}
else {
vErrors.push(err369);
}
errors++;
}
}
else {
const err370 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.redirectParameter.type,parentSchema:schema11.properties.redirectParameter,data:data175};
if(vErrors === null){
vErrors = [err370];
}
else {
vErrors.push(err370);
}
errors++;
}
let data176 = data.identityHeaders;
if(data176 && typeof data176 == "object" && !Array.isArray(data176)){
for(const key31 in data176){
if(!(pattern5.test(key31))){
const err371 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key31},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityHeaders,data:data176};
if(vErrors === null){
vErrors = [err371];
}
else {
vErrors.push(err371);
}
errors++;
}
}
for(const key32 in data176){
if(pattern5.test(key32)){
let data177 = data176[key32];
if((typeof data177 !== "string") && (data177 !== null)){
const err372 = {instancePath:instancePath+"/identityHeaders/" + key32.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityHeaders/patternProperties/%5E%5Ba-z0-9%5D%5Ba-z0-9-%5D*%24/type",keyword:"type",params:{type: schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type},message:"must be string,null",schema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type,parentSchema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"],data:data177};
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
}
else {
const err373 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityHeaders.type,parentSchema:schema11.properties.identityHeaders,data:data176};
if(vErrors === null){
vErrors = [err373];
}
else {
vErrors.push(err373);
}
errors++;
}
let data178 = data.access;
if(data178 && typeof data178 == "object" && !Array.isArray(data178)){
if(data178.default === undefined){
data178.default = "signed-in";
}
if(data178.rules === undefined){
data178.rules = [];
}
for(const key33 in data178){
if(!((key33 === "default") || (key33 === "rules"))){
const err374 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key33},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access,data:data178};
if(vErrors === null){
vErrors = [err374];
}
else {
vErrors.push(err374);
}
errors++;
}
}
let data179 = data178.default;
if(!((((data179 === "public") || (data179 === "optional")) || (data179 === "signed-in")) || (data179 === "deny"))){
const err375 = {instancePath:instancePath+"/access/default",schemaPath:"#/properties/access/properties/default/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.default.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.default.enum,parentSchema:schema11.properties.access.properties.default,data:data179};
if(vErrors === null){
vErrors = [err375];
}
else {
vErrors.push(err375);
}
errors++;
}
let data180 = data178.rules;
if(Array.isArray(data180)){
const len15 = data180.length;
for(let i18=0; i18<len15; i18++){
let data181 = data180[i18];
if(data181 && typeof data181 == "object" && !Array.isArray(data181)){
if(data181.path === undefined){
const err376 = {instancePath:instancePath+"/access/rules/" + i18,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data181};
if(vErrors === null){
vErrors = [err376];
}
else {
vErrors.push(err376);
}
errors++;
}
if(data181.allow === undefined){
const err377 = {instancePath:instancePath+"/access/rules/" + i18,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data181};
if(vErrors === null){
vErrors = [err377];
}
else {
vErrors.push(err377);
}
errors++;
}
for(const key34 in data181){
if(!(((((key34 === "path") || (key34 === "host")) || (key34 === "methods")) || (key34 === "allow")) || (key34 === "require"))){
const err378 = {instancePath:instancePath+"/access/rules/" + i18,schemaPath:"#/properties/access/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key34},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items,data:data181};
if(vErrors === null){
vErrors = [err378];
}
else {
vErrors.push(err378);
}
errors++;
}
}
if(data181.path !== undefined){
let data182 = data181.path;
if(typeof data182 === "string"){
if(!pattern13.test(data182)){
const err379 = {instancePath:instancePath+"/access/rules/" + i18+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\"",schema:"^/[^*?#\\s]*(/\\*)?$|^/\\*$",parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data182};
if(vErrors === null){
vErrors = [err379];
}
else {
vErrors.push(err379);
}
errors++;
}
}
else {
const err380 = {instancePath:instancePath+"/access/rules/" + i18+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.path.type,parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data182};
if(vErrors === null){
vErrors = [err380];
}
else {
vErrors.push(err380);
}
errors++;
}
}
if(data181.host !== undefined){
let data183 = data181.host;
if(typeof data183 === "string"){
if(!pattern7.test(data183)){
const err381 = {instancePath:instancePath+"/access/rules/" + i18+"/host",schemaPath:"#/properties/access/properties/rules/items/properties/host/pattern",keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.access.properties.rules.items.properties.host,data:data183};
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
const err382 = {instancePath:instancePath+"/access/rules/" + i18+"/host",schemaPath:"#/properties/access/properties/rules/items/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.host.type,parentSchema:schema11.properties.access.properties.rules.items.properties.host,data:data183};
if(vErrors === null){
vErrors = [err382];
}
else {
vErrors.push(err382);
}
errors++;
}
}
if(data181.methods !== undefined){
let data184 = data181.methods;
if(Array.isArray(data184)){
if(data184.length < 1){
const err383 = {instancePath:instancePath+"/access/rules/" + i18+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data184};
if(vErrors === null){
vErrors = [err383];
}
else {
vErrors.push(err383);
}
errors++;
}
const len16 = data184.length;
for(let i19=0; i19<len16; i19++){
let data185 = data184[i19];
if(typeof data185 === "string"){
if(!pattern15.test(data185)){
const err384 = {instancePath:instancePath+"/access/rules/" + i18+"/methods/" + i19,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\"",schema:"^[A-Z]+$",parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data185};
if(vErrors === null){
vErrors = [err384];
}
else {
vErrors.push(err384);
}
errors++;
}
}
else {
const err385 = {instancePath:instancePath+"/access/rules/" + i18+"/methods/" + i19,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.methods.items.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data185};
if(vErrors === null){
vErrors = [err385];
}
else {
vErrors.push(err385);
}
errors++;
}
}
}
else {
const err386 = {instancePath:instancePath+"/access/rules/" + i18+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.items.properties.methods.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data184};
if(vErrors === null){
vErrors = [err386];
}
else {
vErrors.push(err386);
}
errors++;
}
}
if(data181.allow !== undefined){
let data186 = data181.allow;
const _errs400 = errors;
let valid70 = true;
const _errs401 = errors;
if(!(data186 && typeof data186 == "object" && !Array.isArray(data186))){
const err387 = {};
if(vErrors === null){
vErrors = [err387];
}
else {
vErrors.push(err387);
}
errors++;
}
var _valid1 = _errs401 === errors;
errors = _errs400;
if(vErrors !== null){
if(_errs400){
vErrors.length = _errs400;
}
else {
vErrors = null;
}
}
let ifClause1;
if(_valid1){
const _errs403 = errors;
if(!(validate11(data186, {instancePath:instancePath+"/access/rules/" + i18+"/allow",parentData:data181,parentDataProperty:"allow",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var _valid1 = _errs403 === errors;
valid70 = _valid1;
ifClause1 = "then";
}
else {
const _errs404 = errors;
if(!((((data186 === "public") || (data186 === "optional")) || (data186 === "signed-in")) || (data186 === "deny"))){
const err388 = {instancePath:instancePath+"/access/rules/" + i18+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/else/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.rules.items.properties.allow.else.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.rules.items.properties.allow.else.enum,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.else,data:data186};
if(vErrors === null){
vErrors = [err388];
}
else {
vErrors.push(err388);
}
errors++;
}
var _valid1 = _errs404 === errors;
valid70 = _valid1;
ifClause1 = "else";
}
if(!valid70){
const err389 = {instancePath:instancePath+"/access/rules/" + i18+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/if",keyword:"if",params:{failingKeyword: ifClause1},message:"must match \""+ifClause1+"\" schema",schema:schema11.properties.access.properties.rules.items.properties.allow.if,parentSchema:schema11.properties.access.properties.rules.items.properties.allow,data:data186};
if(vErrors === null){
vErrors = [err389];
}
else {
vErrors.push(err389);
}
errors++;
}
}
if(data181.require !== undefined){
let data187 = data181.require;
if(data187 && typeof data187 == "object" && !Array.isArray(data187)){
for(const key35 in data187){
if(!((key35 === "secondFactor") || (key35 === "signedInWithin"))){
const err390 = {instancePath:instancePath+"/access/rules/" + i18+"/require",schemaPath:"#/properties/access/properties/rules/items/properties/require/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key35},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items.properties.require,data:data187};
if(vErrors === null){
vErrors = [err390];
}
else {
vErrors.push(err390);
}
errors++;
}
}
if(data187.secondFactor !== undefined){
let data188 = data187.secondFactor;
if(typeof data188 !== "boolean"){
const err391 = {instancePath:instancePath+"/access/rules/" + i18+"/require/secondFactor",schemaPath:"#/properties/access/properties/rules/items/properties/require/properties/secondFactor/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.access.properties.rules.items.properties.require.properties.secondFactor.type,parentSchema:schema11.properties.access.properties.rules.items.properties.require.properties.secondFactor,data:data188};
if(vErrors === null){
vErrors = [err391];
}
else {
vErrors.push(err391);
}
errors++;
}
}
if(data187.signedInWithin !== undefined){
let data189 = data187.signedInWithin;
if(!(((typeof data189 == "number") && (!(data189 % 1) && !isNaN(data189))) && (isFinite(data189)))){
const err392 = {instancePath:instancePath+"/access/rules/" + i18+"/require/signedInWithin",schemaPath:"#/properties/access/properties/rules/items/properties/require/properties/signedInWithin/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.access.properties.rules.items.properties.require.properties.signedInWithin.type,parentSchema:schema11.properties.access.properties.rules.items.properties.require.properties.signedInWithin,data:data189};
if(vErrors === null){
vErrors = [err392];
}
else {
vErrors.push(err392);
}
errors++;
}
if((typeof data189 == "number") && (isFinite(data189))){
if(data189 < 60 || isNaN(data189)){
const err393 = {instancePath:instancePath+"/access/rules/" + i18+"/require/signedInWithin",schemaPath:"#/properties/access/properties/rules/items/properties/require/properties/signedInWithin/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.access.properties.rules.items.properties.require.properties.signedInWithin,data:data189};
if(vErrors === null){
vErrors = [err393];
}
else {
vErrors.push(err393);
}
errors++;
}
}
}
}
else {
const err394 = {instancePath:instancePath+"/access/rules/" + i18+"/require",schemaPath:"#/properties/access/properties/rules/items/properties/require/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.properties.require.type,parentSchema:schema11.properties.access.properties.rules.items.properties.require,data:data187};
if(vErrors === null){
vErrors = [err394];
}
else {
vErrors.push(err394);
}
errors++;
}
}
}
else {
const err395 = {instancePath:instancePath+"/access/rules/" + i18,schemaPath:"#/properties/access/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.type,parentSchema:schema11.properties.access.properties.rules.items,data:data181};
if(vErrors === null){
vErrors = [err395];
}
else {
vErrors.push(err395);
}
errors++;
}
}
}
else {
const err396 = {instancePath:instancePath+"/access/rules",schemaPath:"#/properties/access/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.type,parentSchema:schema11.properties.access.properties.rules,data:data180};
if(vErrors === null){
vErrors = [err396];
}
else {
vErrors.push(err396);
}
errors++;
}
}
else {
const err397 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.type,parentSchema:schema11.properties.access,data:data178};
if(vErrors === null){
vErrors = [err397];
}
else {
vErrors.push(err397);
}
errors++;
}
let data190 = data.cors;
if(data190 && typeof data190 == "object" && !Array.isArray(data190)){
if(data190.origins === undefined){
data190.origins = [];
}
if(data190.credentials === undefined){
data190.credentials = false;
}
for(const key36 in data190){
if(!((key36 === "origins") || (key36 === "credentials"))){
const err398 = {instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key36},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.cors,data:data190};
if(vErrors === null){
vErrors = [err398];
}
else {
vErrors.push(err398);
}
errors++;
}
}
let data191 = data190.origins;
if(Array.isArray(data191)){
const len17 = data191.length;
for(let i20=0; i20<len17; i20++){
let data192 = data191[i20];
if(typeof data192 === "string"){
if(func3(data192) < 1){
const err399 = {instancePath:instancePath+"/cors/origins/" + i20,schemaPath:"#/properties/cors/properties/origins/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.cors.properties.origins.items,data:data192};
if(vErrors === null){
vErrors = [err399];
}
else {
vErrors.push(err399);
}
errors++;
}
}
else {
const err400 = {instancePath:instancePath+"/cors/origins/" + i20,schemaPath:"#/properties/cors/properties/origins/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.cors.properties.origins.items.type,parentSchema:schema11.properties.cors.properties.origins.items,data:data192};
if(vErrors === null){
vErrors = [err400];
}
else {
vErrors.push(err400);
}
errors++;
}
}
}
else {
const err401 = {instancePath:instancePath+"/cors/origins",schemaPath:"#/properties/cors/properties/origins/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.cors.properties.origins.type,parentSchema:schema11.properties.cors.properties.origins,data:data191};
if(vErrors === null){
vErrors = [err401];
}
else {
vErrors.push(err401);
}
errors++;
}
let data193 = data190.credentials;
if(typeof data193 !== "boolean"){
const err402 = {instancePath:instancePath+"/cors/credentials",schemaPath:"#/properties/cors/properties/credentials/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.cors.properties.credentials.type,parentSchema:schema11.properties.cors.properties.credentials,data:data193};
if(vErrors === null){
vErrors = [err402];
}
else {
vErrors.push(err402);
}
errors++;
}
}
else {
const err403 = {instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.cors.type,parentSchema:schema11.properties.cors,data:data190};
if(vErrors === null){
vErrors = [err403];
}
else {
vErrors.push(err403);
}
errors++;
}
let data194 = data.keepForms;
if(data194 && typeof data194 == "object" && !Array.isArray(data194)){
if(data194.enabled === undefined){
data194.enabled = false;
}
if(data194.maxBytes === undefined){
data194.maxBytes = 65536;
}
for(const key37 in data194){
if(!((key37 === "enabled") || (key37 === "maxBytes"))){
const err404 = {instancePath:instancePath+"/keepForms",schemaPath:"#/properties/keepForms/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key37},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.keepForms,data:data194};
if(vErrors === null){
vErrors = [err404];
}
else {
vErrors.push(err404);
}
errors++;
}
}
let data195 = data194.enabled;
if(typeof data195 !== "boolean"){
const err405 = {instancePath:instancePath+"/keepForms/enabled",schemaPath:"#/properties/keepForms/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.keepForms.properties.enabled.type,parentSchema:schema11.properties.keepForms.properties.enabled,data:data195};
if(vErrors === null){
vErrors = [err405];
}
else {
vErrors.push(err405);
}
errors++;
}
let data196 = data194.maxBytes;
if(!(((typeof data196 == "number") && (!(data196 % 1) && !isNaN(data196))) && (isFinite(data196)))){
const err406 = {instancePath:instancePath+"/keepForms/maxBytes",schemaPath:"#/properties/keepForms/properties/maxBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.keepForms.properties.maxBytes.type,parentSchema:schema11.properties.keepForms.properties.maxBytes,data:data196};
if(vErrors === null){
vErrors = [err406];
}
else {
vErrors.push(err406);
}
errors++;
}
if((typeof data196 == "number") && (isFinite(data196))){
if(data196 > 1048576 || isNaN(data196)){
const err407 = {instancePath:instancePath+"/keepForms/maxBytes",schemaPath:"#/properties/keepForms/properties/maxBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576",schema:1048576,parentSchema:schema11.properties.keepForms.properties.maxBytes,data:data196};
if(vErrors === null){
vErrors = [err407];
}
else {
vErrors.push(err407);
}
errors++;
}
if(data196 < 1024 || isNaN(data196)){
const err408 = {instancePath:instancePath+"/keepForms/maxBytes",schemaPath:"#/properties/keepForms/properties/maxBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024},message:"must be >= 1024",schema:1024,parentSchema:schema11.properties.keepForms.properties.maxBytes,data:data196};
if(vErrors === null){
vErrors = [err408];
}
else {
vErrors.push(err408);
}
errors++;
}
}
}
else {
const err409 = {instancePath:instancePath+"/keepForms",schemaPath:"#/properties/keepForms/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.keepForms.type,parentSchema:schema11.properties.keepForms,data:data194};
if(vErrors === null){
vErrors = [err409];
}
else {
vErrors.push(err409);
}
errors++;
}
let data197 = data.bearer;
if(Array.isArray(data197)){
const len18 = data197.length;
for(let i21=0; i21<len18; i21++){
let data198 = data197[i21];
if(data198 && typeof data198 == "object" && !Array.isArray(data198)){
if(data198.claims === undefined){
data198.claims = {};
}
if(data198.jwksUri === undefined){
data198.jwksUri = null;
}
if(data198.headers === undefined){
data198.headers = [];
}
if(data198.applications === undefined){
data198.applications = [];
}
if(data198.issuer === undefined){
const err410 = {instancePath:instancePath+"/bearer/" + i21,schemaPath:"#/properties/bearer/items/required",keyword:"required",params:{missingProperty: "issuer"},message:"must have required property '"+"issuer"+"'",schema:schema11.properties.bearer.items.required,parentSchema:schema11.properties.bearer.items,data:data198};
if(vErrors === null){
vErrors = [err410];
}
else {
vErrors.push(err410);
}
errors++;
}
if(data198.audiences === undefined){
const err411 = {instancePath:instancePath+"/bearer/" + i21,schemaPath:"#/properties/bearer/items/required",keyword:"required",params:{missingProperty: "audiences"},message:"must have required property '"+"audiences"+"'",schema:schema11.properties.bearer.items.required,parentSchema:schema11.properties.bearer.items,data:data198};
if(vErrors === null){
vErrors = [err411];
}
else {
vErrors.push(err411);
}
errors++;
}
if(data198.claims === undefined){
const err412 = {instancePath:instancePath+"/bearer/" + i21,schemaPath:"#/properties/bearer/items/required",keyword:"required",params:{missingProperty: "claims"},message:"must have required property '"+"claims"+"'",schema:schema11.properties.bearer.items.required,parentSchema:schema11.properties.bearer.items,data:data198};
if(vErrors === null){
vErrors = [err412];
}
else {
vErrors.push(err412);
}
errors++;
}
if(data198.jwksUri === undefined){
const err413 = {instancePath:instancePath+"/bearer/" + i21,schemaPath:"#/properties/bearer/items/required",keyword:"required",params:{missingProperty: "jwksUri"},message:"must have required property '"+"jwksUri"+"'",schema:schema11.properties.bearer.items.required,parentSchema:schema11.properties.bearer.items,data:data198};
if(vErrors === null){
vErrors = [err413];
}
else {
vErrors.push(err413);
}
errors++;
}
if(data198.headers === undefined){
const err414 = {instancePath:instancePath+"/bearer/" + i21,schemaPath:"#/properties/bearer/items/required",keyword:"required",params:{missingProperty: "headers"},message:"must have required property '"+"headers"+"'",schema:schema11.properties.bearer.items.required,parentSchema:schema11.properties.bearer.items,data:data198};
if(vErrors === null){
vErrors = [err414];
}
else {
vErrors.push(err414);
}
errors++;
}
if(data198.applications === undefined){
const err415 = {instancePath:instancePath+"/bearer/" + i21,schemaPath:"#/properties/bearer/items/required",keyword:"required",params:{missingProperty: "applications"},message:"must have required property '"+"applications"+"'",schema:schema11.properties.bearer.items.required,parentSchema:schema11.properties.bearer.items,data:data198};
if(vErrors === null){
vErrors = [err415];
}
else {
vErrors.push(err415);
}
errors++;
}
for(const key38 in data198){
if(!((((((key38 === "issuer") || (key38 === "audiences")) || (key38 === "claims")) || (key38 === "jwksUri")) || (key38 === "headers")) || (key38 === "applications"))){
const err416 = {instancePath:instancePath+"/bearer/" + i21,schemaPath:"#/properties/bearer/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key38},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.bearer.items,data:data198};
if(vErrors === null){
vErrors = [err416];
}
else {
vErrors.push(err416);
}
errors++;
}
}
if(data198.issuer !== undefined){
let data199 = data198.issuer;
if(typeof data199 === "string"){
if(func3(data199) > 500){
const err417 = {instancePath:instancePath+"/bearer/" + i21+"/issuer",schemaPath:"#/properties/bearer/items/properties/issuer/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema11.properties.bearer.items.properties.issuer,data:data199};
if(vErrors === null){
vErrors = [err417];
}
else {
vErrors.push(err417);
}
errors++;
}
if(!pattern51.test(data199)){
const err418 = {instancePath:instancePath+"/bearer/" + i21+"/issuer",schemaPath:"#/properties/bearer/items/properties/issuer/pattern",keyword:"pattern",params:{pattern: "^https?://[^@?#\\s]+$"},message:"must match pattern \""+"^https?://[^@?#\\s]+$"+"\"",schema:"^https?://[^@?#\\s]+$",parentSchema:schema11.properties.bearer.items.properties.issuer,data:data199};
if(vErrors === null){
vErrors = [err418];
}
else {
vErrors.push(err418);
}
errors++;
}
}
else {
const err419 = {instancePath:instancePath+"/bearer/" + i21+"/issuer",schemaPath:"#/properties/bearer/items/properties/issuer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.bearer.items.properties.issuer.type,parentSchema:schema11.properties.bearer.items.properties.issuer,data:data199};
if(vErrors === null){
vErrors = [err419];
}
else {
vErrors.push(err419);
}
errors++;
}
}
if(data198.audiences !== undefined){
let data200 = data198.audiences;
if(Array.isArray(data200)){
if(data200.length < 1){
const err420 = {instancePath:instancePath+"/bearer/" + i21+"/audiences",schemaPath:"#/properties/bearer/items/properties/audiences/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.bearer.items.properties.audiences,data:data200};
if(vErrors === null){
vErrors = [err420];
}
else {
vErrors.push(err420);
}
errors++;
}
const len19 = data200.length;
for(let i22=0; i22<len19; i22++){
let data201 = data200[i22];
if(typeof data201 === "string"){
if(func3(data201) > 500){
const err421 = {instancePath:instancePath+"/bearer/" + i21+"/audiences/" + i22,schemaPath:"#/properties/bearer/items/properties/audiences/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema11.properties.bearer.items.properties.audiences.items,data:data201};
if(vErrors === null){
vErrors = [err421];
}
else {
vErrors.push(err421);
}
errors++;
}
if(func3(data201) < 1){
const err422 = {instancePath:instancePath+"/bearer/" + i21+"/audiences/" + i22,schemaPath:"#/properties/bearer/items/properties/audiences/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.bearer.items.properties.audiences.items,data:data201};
if(vErrors === null){
vErrors = [err422];
}
else {
vErrors.push(err422);
}
errors++;
}
}
else {
const err423 = {instancePath:instancePath+"/bearer/" + i21+"/audiences/" + i22,schemaPath:"#/properties/bearer/items/properties/audiences/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.bearer.items.properties.audiences.items.type,parentSchema:schema11.properties.bearer.items.properties.audiences.items,data:data201};
if(vErrors === null){
vErrors = [err423];
}
else {
vErrors.push(err423);
}
errors++;
}
}
}
else {
const err424 = {instancePath:instancePath+"/bearer/" + i21+"/audiences",schemaPath:"#/properties/bearer/items/properties/audiences/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.bearer.items.properties.audiences.type,parentSchema:schema11.properties.bearer.items.properties.audiences,data:data200};
if(vErrors === null){
vErrors = [err424];
}
else {
vErrors.push(err424);
}
errors++;
}
}
let data202 = data198.claims;
if(data202 && typeof data202 == "object" && !Array.isArray(data202)){
for(const key39 in data202){
if(pattern52.test(key39)){
let data203 = data202[key39];
if(Array.isArray(data203)){
if(data203.length < 1){
const err425 = {instancePath:instancePath+"/bearer/" + i21+"/claims/" + key39.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/bearer/items/properties/claims/patternProperties/%5E.*%24/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.bearer.items.properties.claims.patternProperties["^.*$"],data:data203};
if(vErrors === null){
vErrors = [err425];
}
else {
vErrors.push(err425);
}
errors++;
}
const len20 = data203.length;
for(let i23=0; i23<len20; i23++){
let data204 = data203[i23];
if(typeof data204 !== "string"){
const err426 = {instancePath:instancePath+"/bearer/" + i21+"/claims/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i23,schemaPath:"#/properties/bearer/items/properties/claims/patternProperties/%5E.*%24/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.bearer.items.properties.claims.patternProperties["^.*$"].items.type,parentSchema:schema11.properties.bearer.items.properties.claims.patternProperties["^.*$"].items,data:data204};
if(vErrors === null){
vErrors = [err426];
}
else {
vErrors.push(err426);
}
errors++;
}
}
}
else {
const err427 = {instancePath:instancePath+"/bearer/" + i21+"/claims/" + key39.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/bearer/items/properties/claims/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.bearer.items.properties.claims.patternProperties["^.*$"].type,parentSchema:schema11.properties.bearer.items.properties.claims.patternProperties["^.*$"],data:data203};
if(vErrors === null){
vErrors = [err427];
}
else {
vErrors.push(err427);
}
errors++;
}
}
}
}
else {
const err428 = {instancePath:instancePath+"/bearer/" + i21+"/claims",schemaPath:"#/properties/bearer/items/properties/claims/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.bearer.items.properties.claims.type,parentSchema:schema11.properties.bearer.items.properties.claims,data:data202};
if(vErrors === null){
vErrors = [err428];
}
else {
vErrors.push(err428);
}
errors++;
}
let data205 = data198.jwksUri;
if((typeof data205 !== "string") && (data205 !== null)){
const err429 = {instancePath:instancePath+"/bearer/" + i21+"/jwksUri",schemaPath:"#/properties/bearer/items/properties/jwksUri/type",keyword:"type",params:{type: schema11.properties.bearer.items.properties.jwksUri.type},message:"must be string,null",schema:schema11.properties.bearer.items.properties.jwksUri.type,parentSchema:schema11.properties.bearer.items.properties.jwksUri,data:data205};
if(vErrors === null){
vErrors = [err429];
}
else {
vErrors.push(err429);
}
errors++;
}
if(typeof data205 === "string"){
if(!pattern53.test(data205)){
const err430 = {instancePath:instancePath+"/bearer/" + i21+"/jwksUri",schemaPath:"#/properties/bearer/items/properties/jwksUri/pattern",keyword:"pattern",params:{pattern: "^https?://[^@#\\s]+$"},message:"must match pattern \""+"^https?://[^@#\\s]+$"+"\"",schema:"^https?://[^@#\\s]+$",parentSchema:schema11.properties.bearer.items.properties.jwksUri,data:data205};
if(vErrors === null){
vErrors = [err430];
}
else {
vErrors.push(err430);
}
errors++;
}
}
let data206 = data198.headers;
if(Array.isArray(data206)){
const len21 = data206.length;
for(let i24=0; i24<len21; i24++){
let data207 = data206[i24];
if(typeof data207 === "string"){
if(!pattern5.test(data207)){
const err431 = {instancePath:instancePath+"/bearer/" + i21+"/headers/" + i24,schemaPath:"#/properties/bearer/items/properties/headers/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema11.properties.bearer.items.properties.headers.items,data:data207};
if(vErrors === null){
vErrors = [err431];
}
else {
vErrors.push(err431);
}
errors++;
}
}
else {
const err432 = {instancePath:instancePath+"/bearer/" + i21+"/headers/" + i24,schemaPath:"#/properties/bearer/items/properties/headers/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.bearer.items.properties.headers.items.type,parentSchema:schema11.properties.bearer.items.properties.headers.items,data:data207};
if(vErrors === null){
vErrors = [err432];
}
else {
vErrors.push(err432);
}
errors++;
}
}
}
else {
const err433 = {instancePath:instancePath+"/bearer/" + i21+"/headers",schemaPath:"#/properties/bearer/items/properties/headers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.bearer.items.properties.headers.type,parentSchema:schema11.properties.bearer.items.properties.headers,data:data206};
if(vErrors === null){
vErrors = [err433];
}
else {
vErrors.push(err433);
}
errors++;
}
let data208 = data198.applications;
if(Array.isArray(data208)){
const len22 = data208.length;
for(let i25=0; i25<len22; i25++){
let data209 = data208[i25];
if(typeof data209 === "string"){
if(!pattern6.test(data209)){
const err434 = {instancePath:instancePath+"/bearer/" + i21+"/applications/" + i25,schemaPath:"#/properties/bearer/items/properties/applications/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,32}$"},message:"must match pattern \""+"^[a-z0-9-]{1,32}$"+"\"",schema:"^[a-z0-9-]{1,32}$",parentSchema:schema11.properties.bearer.items.properties.applications.items,data:data209};
if(vErrors === null){
vErrors = [err434];
}
else {
vErrors.push(err434);
}
errors++;
}
}
else {
const err435 = {instancePath:instancePath+"/bearer/" + i21+"/applications/" + i25,schemaPath:"#/properties/bearer/items/properties/applications/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.bearer.items.properties.applications.items.type,parentSchema:schema11.properties.bearer.items.properties.applications.items,data:data209};
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
const err436 = {instancePath:instancePath+"/bearer/" + i21+"/applications",schemaPath:"#/properties/bearer/items/properties/applications/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.bearer.items.properties.applications.type,parentSchema:schema11.properties.bearer.items.properties.applications,data:data208};
if(vErrors === null){
vErrors = [err436];
}
else {
vErrors.push(err436);
}
errors++;
}
}
else {
const err437 = {instancePath:instancePath+"/bearer/" + i21,schemaPath:"#/properties/bearer/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.bearer.items.type,parentSchema:schema11.properties.bearer.items,data:data198};
if(vErrors === null){
vErrors = [err437];
}
else {
vErrors.push(err437);
}
errors++;
}
}
}
else {
const err438 = {instancePath:instancePath+"/bearer",schemaPath:"#/properties/bearer/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.bearer.type,parentSchema:schema11.properties.bearer,data:data197};
if(vErrors === null){
vErrors = [err438];
}
else {
vErrors.push(err438);
}
errors++;
}
let data210 = data.login;
if(data210 && typeof data210 == "object" && !Array.isArray(data210)){
if(data210.methods === undefined){
data210.methods = {};
}
if(data210.providers === undefined){
data210.providers = [];
}
if(data210.federated === undefined){
data210.federated = {};
}
if(data210.mfa === undefined){
data210.mfa = {};
}
if(data210.tenants === undefined){
data210.tenants = {};
}
if(data210.brand === undefined){
data210.brand = {};
}
if(data210.theme === undefined){
data210.theme = {};
}
if(data210.links === undefined){
data210.links = {};
}
if(data210.destinations === undefined){
data210.destinations = {};
}
if(data210.hosts === undefined){
data210.hosts = {};
}
if(data210.locales === undefined){
data210.locales = {};
}
if(data210.security === undefined){
data210.security = {};
}
if(data210.emulator === undefined){
data210.emulator = null;
}
for(const key40 in data210){
if(!(func2.call(schema11.properties.login.properties, key40))){
const err439 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key40},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login,data:data210};
if(vErrors === null){
vErrors = [err439];
}
else {
vErrors.push(err439);
}
errors++;
}
}
let data211 = data210.methods;
if(data211 && typeof data211 == "object" && !Array.isArray(data211)){
if(data211.password === undefined){
data211.password = true;
}
if(data211.emailLink === undefined){
data211.emailLink = false;
}
if(data211.signup === undefined){
data211.signup = false;
}
if(data211.askName === undefined){
data211.askName = false;
}
for(const key41 in data211){
if(!((((key41 === "password") || (key41 === "emailLink")) || (key41 === "signup")) || (key41 === "askName"))){
const err440 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key41},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.methods,data:data211};
if(vErrors === null){
vErrors = [err440];
}
else {
vErrors.push(err440);
}
errors++;
}
}
let data212 = data211.password;
if(typeof data212 !== "boolean"){
const err441 = {instancePath:instancePath+"/login/methods/password",schemaPath:"#/properties/login/properties/methods/properties/password/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.password.type,parentSchema:schema11.properties.login.properties.methods.properties.password,data:data212};
if(vErrors === null){
vErrors = [err441];
}
else {
vErrors.push(err441);
}
errors++;
}
let data213 = data211.emailLink;
if(typeof data213 !== "boolean"){
const err442 = {instancePath:instancePath+"/login/methods/emailLink",schemaPath:"#/properties/login/properties/methods/properties/emailLink/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.emailLink.type,parentSchema:schema11.properties.login.properties.methods.properties.emailLink,data:data213};
if(vErrors === null){
vErrors = [err442];
}
else {
vErrors.push(err442);
}
errors++;
}
let data214 = data211.signup;
if(typeof data214 !== "boolean"){
const err443 = {instancePath:instancePath+"/login/methods/signup",schemaPath:"#/properties/login/properties/methods/properties/signup/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.signup.type,parentSchema:schema11.properties.login.properties.methods.properties.signup,data:data214};
if(vErrors === null){
vErrors = [err443];
}
else {
vErrors.push(err443);
}
errors++;
}
let data215 = data211.askName;
if(typeof data215 !== "boolean"){
const err444 = {instancePath:instancePath+"/login/methods/askName",schemaPath:"#/properties/login/properties/methods/properties/askName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.askName.type,parentSchema:schema11.properties.login.properties.methods.properties.askName,data:data215};
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
const err445 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.methods.type,parentSchema:schema11.properties.login.properties.methods,data:data211};
if(vErrors === null){
vErrors = [err445];
}
else {
vErrors.push(err445);
}
errors++;
}
let data216 = data210.providers;
if(Array.isArray(data216)){
const len23 = data216.length;
for(let i26=0; i26<len23; i26++){
let data217 = data216[i26];
if(data217 && typeof data217 == "object" && !Array.isArray(data217)){
if(data217.icon === undefined){
data217.icon = null;
}
if(data217.scopes === undefined){
data217.scopes = [];
}
if(data217.id === undefined){
const err446 = {instancePath:instancePath+"/login/providers/" + i26,schemaPath:"#/properties/login/properties/providers/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.providers.items.required,parentSchema:schema11.properties.login.properties.providers.items,data:data217};
if(vErrors === null){
vErrors = [err446];
}
else {
vErrors.push(err446);
}
errors++;
}
for(const key42 in data217){
if(!(((((key42 === "id") || (key42 === "name")) || (key42 === "icon")) || (key42 === "scopes")) || (key42 === "params"))){
const err447 = {instancePath:instancePath+"/login/providers/" + i26,schemaPath:"#/properties/login/properties/providers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key42},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.providers.items,data:data217};
if(vErrors === null){
vErrors = [err447];
}
else {
vErrors.push(err447);
}
errors++;
}
}
if(data217.id !== undefined){
let data218 = data217.id;
if(typeof data218 === "string"){
if(!pattern56.test(data218)){
const err448 = {instancePath:instancePath+"/login/providers/" + i26+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][A-Za-z0-9._-]{0,127}$"},message:"must match pattern \""+"^[a-z0-9][A-Za-z0-9._-]{0,127}$"+"\"",schema:"^[a-z0-9][A-Za-z0-9._-]{0,127}$",parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data218};
if(vErrors === null){
vErrors = [err448];
}
else {
vErrors.push(err448);
}
errors++;
}
}
else {
const err449 = {instancePath:instancePath+"/login/providers/" + i26+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.id.type,parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data218};
if(vErrors === null){
vErrors = [err449];
}
else {
vErrors.push(err449);
}
errors++;
}
}
if(data217.name !== undefined){
let data219 = data217.name;
if(typeof data219 === "string"){
if(func3(data219) > 60){
const err450 = {instancePath:instancePath+"/login/providers/" + i26+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters",schema:60,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data219};
if(vErrors === null){
vErrors = [err450];
}
else {
vErrors.push(err450);
}
errors++;
}
if(!pattern18.test(data219)){
const err451 = {instancePath:instancePath+"/login/providers/" + i26+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data219};
if(vErrors === null){
vErrors = [err451];
}
else {
vErrors.push(err451);
}
errors++;
}
}
else {
const err452 = {instancePath:instancePath+"/login/providers/" + i26+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.name.type,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data219};
if(vErrors === null){
vErrors = [err452];
}
else {
vErrors.push(err452);
}
errors++;
}
}
let data220 = data217.icon;
if((typeof data220 !== "string") && (data220 !== null)){
const err453 = {instancePath:instancePath+"/login/providers/" + i26+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/type",keyword:"type",params:{type: schema11.properties.login.properties.providers.items.properties.icon.type},message:"must be string,null",schema:schema11.properties.login.properties.providers.items.properties.icon.type,parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data220};
if(vErrors === null){
vErrors = [err453];
}
else {
vErrors.push(err453);
}
errors++;
}
if(typeof data220 === "string"){
if(!pattern19.test(data220)){
const err454 = {instancePath:instancePath+"/login/providers/" + i26+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data220};
if(vErrors === null){
vErrors = [err454];
}
else {
vErrors.push(err454);
}
errors++;
}
}
let data221 = data217.scopes;
if(Array.isArray(data221)){
const len24 = data221.length;
for(let i27=0; i27<len24; i27++){
let data222 = data221[i27];
if(typeof data222 === "string"){
if(func3(data222) < 1){
const err455 = {instancePath:instancePath+"/login/providers/" + i26+"/scopes/" + i27,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data222};
if(vErrors === null){
vErrors = [err455];
}
else {
vErrors.push(err455);
}
errors++;
}
}
else {
const err456 = {instancePath:instancePath+"/login/providers/" + i26+"/scopes/" + i27,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.scopes.items.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data222};
if(vErrors === null){
vErrors = [err456];
}
else {
vErrors.push(err456);
}
errors++;
}
}
}
else {
const err457 = {instancePath:instancePath+"/login/providers/" + i26+"/scopes",schemaPath:"#/properties/login/properties/providers/items/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.items.properties.scopes.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes,data:data221};
if(vErrors === null){
vErrors = [err457];
}
else {
vErrors.push(err457);
}
errors++;
}
if(data217.params !== undefined){
let data223 = data217.params;
if(data223 && typeof data223 == "object" && !Array.isArray(data223)){
for(const key43 in data223){
if(pattern52.test(key43)){
let data224 = data223[key43];
if(typeof data224 !== "string"){
const err458 = {instancePath:instancePath+"/login/providers/" + i26+"/params/" + key43.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/providers/items/properties/params/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"],data:data224};
if(vErrors === null){
vErrors = [err458];
}
else {
vErrors.push(err458);
}
errors++;
}
}
}
}
else {
const err459 = {instancePath:instancePath+"/login/providers/" + i26+"/params",schemaPath:"#/properties/login/properties/providers/items/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.properties.params.type,parentSchema:schema11.properties.login.properties.providers.items.properties.params,data:data223};
if(vErrors === null){
vErrors = [err459];
}
else {
vErrors.push(err459);
}
errors++;
}
}
}
else {
const err460 = {instancePath:instancePath+"/login/providers/" + i26,schemaPath:"#/properties/login/properties/providers/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.type,parentSchema:schema11.properties.login.properties.providers.items,data:data217};
if(vErrors === null){
vErrors = [err460];
}
else {
vErrors.push(err460);
}
errors++;
}
}
}
else {
const err461 = {instancePath:instancePath+"/login/providers",schemaPath:"#/properties/login/properties/providers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.type,parentSchema:schema11.properties.login.properties.providers,data:data216};
if(vErrors === null){
vErrors = [err461];
}
else {
vErrors.push(err461);
}
errors++;
}
let data225 = data210.federated;
if(data225 && typeof data225 == "object" && !Array.isArray(data225)){
if(data225.mode === undefined){
data225.mode = "auto";
}
if(data225.helper === undefined){
data225.helper = "proxy";
}
if(data225.helperUrl === undefined){
data225.helperUrl = null;
}
for(const key44 in data225){
if(!(((key44 === "mode") || (key44 === "helper")) || (key44 === "helperUrl"))){
const err462 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key44},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.federated,data:data225};
if(vErrors === null){
vErrors = [err462];
}
else {
vErrors.push(err462);
}
errors++;
}
}
let data226 = data225.mode;
if(!(((data226 === "auto") || (data226 === "redirect")) || (data226 === "popup"))){
const err463 = {instancePath:instancePath+"/login/federated/mode",schemaPath:"#/properties/login/properties/federated/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.mode.enum,parentSchema:schema11.properties.login.properties.federated.properties.mode,data:data226};
if(vErrors === null){
vErrors = [err463];
}
else {
vErrors.push(err463);
}
errors++;
}
let data227 = data225.helper;
if(!((data227 === "proxy") || (data227 === "firebaseapp"))){
const err464 = {instancePath:instancePath+"/login/federated/helper",schemaPath:"#/properties/login/properties/federated/properties/helper/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.helper.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.helper.enum,parentSchema:schema11.properties.login.properties.federated.properties.helper,data:data227};
if(vErrors === null){
vErrors = [err464];
}
else {
vErrors.push(err464);
}
errors++;
}
let data228 = data225.helperUrl;
if((typeof data228 !== "string") && (data228 !== null)){
const err465 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/type",keyword:"type",params:{type: schema11.properties.login.properties.federated.properties.helperUrl.type},message:"must be string,null",schema:schema11.properties.login.properties.federated.properties.helperUrl.type,parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data228};
if(vErrors === null){
vErrors = [err465];
}
else {
vErrors.push(err465);
}
errors++;
}
if(typeof data228 === "string"){
if(!pattern0.test(data228)){
const err466 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data228};
if(vErrors === null){
vErrors = [err466];
}
else {
vErrors.push(err466);
}
errors++;
}
}
}
else {
const err467 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.federated.type,parentSchema:schema11.properties.login.properties.federated,data:data225};
if(vErrors === null){
vErrors = [err467];
}
else {
vErrors.push(err467);
}
errors++;
}
let data229 = data210.mfa;
if(data229 && typeof data229 == "object" && !Array.isArray(data229)){
if(data229.totp === undefined){
data229.totp = "optional";
}
if(data229.sms === undefined){
data229.sms = false;
}
if(data229.issuer === undefined){
data229.issuer = null;
}
for(const key45 in data229){
if(!(((key45 === "totp") || (key45 === "sms")) || (key45 === "issuer"))){
const err468 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key45},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.mfa,data:data229};
if(vErrors === null){
vErrors = [err468];
}
else {
vErrors.push(err468);
}
errors++;
}
}
let data230 = data229.totp;
if(!(((data230 === "off") || (data230 === "optional")) || (data230 === "required"))){
const err469 = {instancePath:instancePath+"/login/mfa/totp",schemaPath:"#/properties/login/properties/mfa/properties/totp/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.mfa.properties.totp.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.mfa.properties.totp.enum,parentSchema:schema11.properties.login.properties.mfa.properties.totp,data:data230};
if(vErrors === null){
vErrors = [err469];
}
else {
vErrors.push(err469);
}
errors++;
}
let data231 = data229.sms;
if(typeof data231 !== "boolean"){
const err470 = {instancePath:instancePath+"/login/mfa/sms",schemaPath:"#/properties/login/properties/mfa/properties/sms/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.mfa.properties.sms.type,parentSchema:schema11.properties.login.properties.mfa.properties.sms,data:data231};
if(vErrors === null){
vErrors = [err470];
}
else {
vErrors.push(err470);
}
errors++;
}
let data232 = data229.issuer;
if((typeof data232 !== "string") && (data232 !== null)){
const err471 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/type",keyword:"type",params:{type: schema11.properties.login.properties.mfa.properties.issuer.type},message:"must be string,null",schema:schema11.properties.login.properties.mfa.properties.issuer.type,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data232};
if(vErrors === null){
vErrors = [err471];
}
else {
vErrors.push(err471);
}
errors++;
}
if(typeof data232 === "string"){
if(func3(data232) < 1){
const err472 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data232};
if(vErrors === null){
vErrors = [err472];
}
else {
vErrors.push(err472);
}
errors++;
}
if(!pattern61.test(data232)){
const err473 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/pattern",keyword:"pattern",params:{pattern: "^[^:]+$"},message:"must match pattern \""+"^[^:]+$"+"\"",schema:"^[^:]+$",parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data232};
if(vErrors === null){
vErrors = [err473];
}
else {
vErrors.push(err473);
}
errors++;
}
}
}
else {
const err474 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.mfa.type,parentSchema:schema11.properties.login.properties.mfa,data:data229};
if(vErrors === null){
vErrors = [err474];
}
else {
vErrors.push(err474);
}
errors++;
}
let data233 = data210.tenants;
if(data233 && typeof data233 == "object" && !Array.isArray(data233)){
if(data233.byHost === undefined){
data233.byHost = {};
}
if(data233.byEmailDomain === undefined){
data233.byEmailDomain = {};
}
if(data233.choose === undefined){
data233.choose = [];
}
for(const key46 in data233){
if(!(((key46 === "byHost") || (key46 === "byEmailDomain")) || (key46 === "choose"))){
const err475 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key46},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants,data:data233};
if(vErrors === null){
vErrors = [err475];
}
else {
vErrors.push(err475);
}
errors++;
}
}
let data234 = data233.byHost;
if(data234 && typeof data234 == "object" && !Array.isArray(data234)){
for(const key47 in data234){
if(!(pattern4.test(key47))){
const err476 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key47},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data234};
if(vErrors === null){
vErrors = [err476];
}
else {
vErrors.push(err476);
}
errors++;
}
}
for(const key48 in data234){
if(pattern4.test(key48)){
let data235 = data234[key48];
if(typeof data235 === "string"){
if(func3(data235) < 1){
const err477 = {instancePath:instancePath+"/login/tenants/byHost/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data235};
if(vErrors === null){
vErrors = [err477];
}
else {
vErrors.push(err477);
}
errors++;
}
if(!pattern30.test(data235)){
const err478 = {instancePath:instancePath+"/login/tenants/byHost/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data235};
if(vErrors === null){
vErrors = [err478];
}
else {
vErrors.push(err478);
}
errors++;
}
}
else {
const err479 = {instancePath:instancePath+"/login/tenants/byHost/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data235};
if(vErrors === null){
vErrors = [err479];
}
else {
vErrors.push(err479);
}
errors++;
}
}
}
}
else {
const err480 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byHost.type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data234};
if(vErrors === null){
vErrors = [err480];
}
else {
vErrors.push(err480);
}
errors++;
}
let data236 = data233.byEmailDomain;
if(data236 && typeof data236 == "object" && !Array.isArray(data236)){
for(const key49 in data236){
if(!(pattern4.test(key49))){
const err481 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key49},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data236};
if(vErrors === null){
vErrors = [err481];
}
else {
vErrors.push(err481);
}
errors++;
}
}
for(const key50 in data236){
if(pattern4.test(key50)){
let data237 = data236[key50];
if(typeof data237 === "string"){
if(func3(data237) < 1){
const err482 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key50.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data237};
if(vErrors === null){
vErrors = [err482];
}
else {
vErrors.push(err482);
}
errors++;
}
if(!pattern30.test(data237)){
const err483 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key50.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data237};
if(vErrors === null){
vErrors = [err483];
}
else {
vErrors.push(err483);
}
errors++;
}
}
else {
const err484 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key50.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data237};
if(vErrors === null){
vErrors = [err484];
}
else {
vErrors.push(err484);
}
errors++;
}
}
}
}
else {
const err485 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data236};
if(vErrors === null){
vErrors = [err485];
}
else {
vErrors.push(err485);
}
errors++;
}
let data238 = data233.choose;
if(Array.isArray(data238)){
const len25 = data238.length;
for(let i28=0; i28<len25; i28++){
let data239 = data238[i28];
if(data239 && typeof data239 == "object" && !Array.isArray(data239)){
if(data239.id === undefined){
const err486 = {instancePath:instancePath+"/login/tenants/choose/" + i28,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data239};
if(vErrors === null){
vErrors = [err486];
}
else {
vErrors.push(err486);
}
errors++;
}
if(data239.name === undefined){
const err487 = {instancePath:instancePath+"/login/tenants/choose/" + i28,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data239};
if(vErrors === null){
vErrors = [err487];
}
else {
vErrors.push(err487);
}
errors++;
}
for(const key51 in data239){
if(!((key51 === "id") || (key51 === "name"))){
const err488 = {instancePath:instancePath+"/login/tenants/choose/" + i28,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key51},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data239};
if(vErrors === null){
vErrors = [err488];
}
else {
vErrors.push(err488);
}
errors++;
}
}
if(data239.id !== undefined){
let data240 = data239.id;
if(typeof data240 === "string"){
if(func3(data240) < 1){
const err489 = {instancePath:instancePath+"/login/tenants/choose/" + i28+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data240};
if(vErrors === null){
vErrors = [err489];
}
else {
vErrors.push(err489);
}
errors++;
}
if(!pattern30.test(data240)){
const err490 = {instancePath:instancePath+"/login/tenants/choose/" + i28+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data240};
if(vErrors === null){
vErrors = [err490];
}
else {
vErrors.push(err490);
}
errors++;
}
}
else {
const err491 = {instancePath:instancePath+"/login/tenants/choose/" + i28+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data240};
if(vErrors === null){
vErrors = [err491];
}
else {
vErrors.push(err491);
}
errors++;
}
}
if(data239.name !== undefined){
let data241 = data239.name;
if(typeof data241 === "string"){
if(!pattern18.test(data241)){
const err492 = {instancePath:instancePath+"/login/tenants/choose/" + i28+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data241};
if(vErrors === null){
vErrors = [err492];
}
else {
vErrors.push(err492);
}
errors++;
}
}
else {
const err493 = {instancePath:instancePath+"/login/tenants/choose/" + i28+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data241};
if(vErrors === null){
vErrors = [err493];
}
else {
vErrors.push(err493);
}
errors++;
}
}
}
else {
const err494 = {instancePath:instancePath+"/login/tenants/choose/" + i28,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.choose.items.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data239};
if(vErrors === null){
vErrors = [err494];
}
else {
vErrors.push(err494);
}
errors++;
}
}
}
else {
const err495 = {instancePath:instancePath+"/login/tenants/choose",schemaPath:"#/properties/login/properties/tenants/properties/choose/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.tenants.properties.choose.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose,data:data238};
if(vErrors === null){
vErrors = [err495];
}
else {
vErrors.push(err495);
}
errors++;
}
}
else {
const err496 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.type,parentSchema:schema11.properties.login.properties.tenants,data:data233};
if(vErrors === null){
vErrors = [err496];
}
else {
vErrors.push(err496);
}
errors++;
}
let data242 = data210.brand;
if(data242 && typeof data242 == "object" && !Array.isArray(data242)){
if(data242.name === undefined){
data242.name = "Gatehouse";
}
if(data242.logo === undefined){
data242.logo = null;
}
if(data242.logoDark === undefined){
data242.logoDark = null;
}
if(data242.favicon === undefined){
data242.favicon = null;
}
if(data242.background === undefined){
data242.background = null;
}
for(const key52 in data242){
if(!(((((key52 === "name") || (key52 === "logo")) || (key52 === "logoDark")) || (key52 === "favicon")) || (key52 === "background"))){
const err497 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key52},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.brand,data:data242};
if(vErrors === null){
vErrors = [err497];
}
else {
vErrors.push(err497);
}
errors++;
}
}
let data243 = data242.name;
if(typeof data243 === "string"){
if(func3(data243) > 80){
const err498 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data243};
if(vErrors === null){
vErrors = [err498];
}
else {
vErrors.push(err498);
}
errors++;
}
if(!pattern18.test(data243)){
const err499 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.brand.properties.name,data:data243};
if(vErrors === null){
vErrors = [err499];
}
else {
vErrors.push(err499);
}
errors++;
}
}
else {
const err500 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data243};
if(vErrors === null){
vErrors = [err500];
}
else {
vErrors.push(err500);
}
errors++;
}
let data244 = data242.logo;
if((typeof data244 !== "string") && (data244 !== null)){
const err501 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data244};
if(vErrors === null){
vErrors = [err501];
}
else {
vErrors.push(err501);
}
errors++;
}
if(typeof data244 === "string"){
if(!pattern19.test(data244)){
const err502 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data244};
if(vErrors === null){
vErrors = [err502];
}
else {
vErrors.push(err502);
}
errors++;
}
}
let data245 = data242.logoDark;
if((typeof data245 !== "string") && (data245 !== null)){
const err503 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data245};
if(vErrors === null){
vErrors = [err503];
}
else {
vErrors.push(err503);
}
errors++;
}
if(typeof data245 === "string"){
if(!pattern19.test(data245)){
const err504 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data245};
if(vErrors === null){
vErrors = [err504];
}
else {
vErrors.push(err504);
}
errors++;
}
}
let data246 = data242.favicon;
if((typeof data246 !== "string") && (data246 !== null)){
const err505 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data246};
if(vErrors === null){
vErrors = [err505];
}
else {
vErrors.push(err505);
}
errors++;
}
if(typeof data246 === "string"){
if(!pattern19.test(data246)){
const err506 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data246};
if(vErrors === null){
vErrors = [err506];
}
else {
vErrors.push(err506);
}
errors++;
}
}
let data247 = data242.background;
if((typeof data247 !== "string") && (data247 !== null)){
const err507 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.brand.properties.background,data:data247};
if(vErrors === null){
vErrors = [err507];
}
else {
vErrors.push(err507);
}
errors++;
}
if(typeof data247 === "string"){
if(!pattern19.test(data247)){
const err508 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.background,data:data247};
if(vErrors === null){
vErrors = [err508];
}
else {
vErrors.push(err508);
}
errors++;
}
}
}
else {
const err509 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.brand.type,parentSchema:schema11.properties.login.properties.brand,data:data242};
if(vErrors === null){
vErrors = [err509];
}
else {
vErrors.push(err509);
}
errors++;
}
let data248 = data210.theme;
if(data248 && typeof data248 == "object" && !Array.isArray(data248)){
if(data248.accent === undefined){
data248.accent = null;
}
if(data248.accentDark === undefined){
data248.accentDark = null;
}
if(data248.mode === undefined){
data248.mode = "auto";
}
if(data248.radius === undefined){
data248.radius = 10;
}
if(data248.font === undefined){
data248.font = "system";
}
if(data248.cssFile === undefined){
data248.cssFile = null;
}
for(const key53 in data248){
if(!((((((key53 === "accent") || (key53 === "accentDark")) || (key53 === "mode")) || (key53 === "radius")) || (key53 === "font")) || (key53 === "cssFile"))){
const err510 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key53},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.theme,data:data248};
if(vErrors === null){
vErrors = [err510];
}
else {
vErrors.push(err510);
}
errors++;
}
}
let data249 = data248.accent;
if((typeof data249 !== "string") && (data249 !== null)){
const err511 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data249};
if(vErrors === null){
vErrors = [err511];
}
else {
vErrors.push(err511);
}
errors++;
}
if(typeof data249 === "string"){
if(!pattern23.test(data249)){
const err512 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data249};
if(vErrors === null){
vErrors = [err512];
}
else {
vErrors.push(err512);
}
errors++;
}
}
let data250 = data248.accentDark;
if((typeof data250 !== "string") && (data250 !== null)){
const err513 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data250};
if(vErrors === null){
vErrors = [err513];
}
else {
vErrors.push(err513);
}
errors++;
}
if(typeof data250 === "string"){
if(!pattern23.test(data250)){
const err514 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data250};
if(vErrors === null){
vErrors = [err514];
}
else {
vErrors.push(err514);
}
errors++;
}
}
let data251 = data248.mode;
if(!(((data251 === "auto") || (data251 === "light")) || (data251 === "dark"))){
const err515 = {instancePath:instancePath+"/login/theme/mode",schemaPath:"#/properties/login/properties/theme/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.theme.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.theme.properties.mode.enum,parentSchema:schema11.properties.login.properties.theme.properties.mode,data:data251};
if(vErrors === null){
vErrors = [err515];
}
else {
vErrors.push(err515);
}
errors++;
}
let data252 = data248.radius;
if(!(((typeof data252 == "number") && (!(data252 % 1) && !isNaN(data252))) && (isFinite(data252)))){
const err516 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.login.properties.theme.properties.radius.type,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data252};
if(vErrors === null){
vErrors = [err516];
}
else {
vErrors.push(err516);
}
errors++;
}
if((typeof data252 == "number") && (isFinite(data252))){
if(data252 > 24 || isNaN(data252)){
const err517 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/maximum",keyword:"maximum",params:{comparison: "<=", limit: 24},message:"must be <= 24",schema:24,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data252};
if(vErrors === null){
vErrors = [err517];
}
else {
vErrors.push(err517);
}
errors++;
}
if(data252 < 0 || isNaN(data252)){
const err518 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data252};
if(vErrors === null){
vErrors = [err518];
}
else {
vErrors.push(err518);
}
errors++;
}
}
let data253 = data248.font;
if(typeof data253 === "string"){
if(!pattern77.test(data253)){
const err519 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9 ,'\"_-]{1,200}$"},message:"must match pattern \""+"^[A-Za-z0-9 ,'\"_-]{1,200}$"+"\"",schema:"^[A-Za-z0-9 ,'\"_-]{1,200}$",parentSchema:schema11.properties.login.properties.theme.properties.font,data:data253};
if(vErrors === null){
vErrors = [err519];
}
else {
vErrors.push(err519);
}
errors++;
}
}
else {
const err520 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.theme.properties.font.type,parentSchema:schema11.properties.login.properties.theme.properties.font,data:data253};
if(vErrors === null){
vErrors = [err520];
}
else {
vErrors.push(err520);
}
errors++;
}
let data254 = data248.cssFile;
if((typeof data254 !== "string") && (data254 !== null)){
const err521 = {instancePath:instancePath+"/login/theme/cssFile",schemaPath:"#/properties/login/properties/theme/properties/cssFile/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.cssFile.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.cssFile.type,parentSchema:schema11.properties.login.properties.theme.properties.cssFile,data:data254};
if(vErrors === null){
vErrors = [err521];
}
else {
vErrors.push(err521);
}
errors++;
}
}
else {
const err522 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.theme.type,parentSchema:schema11.properties.login.properties.theme,data:data248};
if(vErrors === null){
vErrors = [err522];
}
else {
vErrors.push(err522);
}
errors++;
}
let data255 = data210.links;
if(data255 && typeof data255 == "object" && !Array.isArray(data255)){
if(data255.privacy === undefined){
data255.privacy = null;
}
if(data255.terms === undefined){
data255.terms = null;
}
if(data255.help === undefined){
data255.help = null;
}
if(data255.contact === undefined){
data255.contact = null;
}
for(const key54 in data255){
if(!((((key54 === "privacy") || (key54 === "terms")) || (key54 === "help")) || (key54 === "contact"))){
const err523 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key54},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.links,data:data255};
if(vErrors === null){
vErrors = [err523];
}
else {
vErrors.push(err523);
}
errors++;
}
}
let data256 = data255.privacy;
if((typeof data256 !== "string") && (data256 !== null)){
const err524 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data256};
if(vErrors === null){
vErrors = [err524];
}
else {
vErrors.push(err524);
}
errors++;
}
if(typeof data256 === "string"){
if(!pattern25.test(data256)){
const err525 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data256};
if(vErrors === null){
vErrors = [err525];
}
else {
vErrors.push(err525);
}
errors++;
}
}
let data257 = data255.terms;
if((typeof data257 !== "string") && (data257 !== null)){
const err526 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.links.properties.terms,data:data257};
if(vErrors === null){
vErrors = [err526];
}
else {
vErrors.push(err526);
}
errors++;
}
if(typeof data257 === "string"){
if(!pattern25.test(data257)){
const err527 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.terms,data:data257};
if(vErrors === null){
vErrors = [err527];
}
else {
vErrors.push(err527);
}
errors++;
}
}
let data258 = data255.help;
if((typeof data258 !== "string") && (data258 !== null)){
const err528 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.links.properties.help,data:data258};
if(vErrors === null){
vErrors = [err528];
}
else {
vErrors.push(err528);
}
errors++;
}
if(typeof data258 === "string"){
if(!pattern25.test(data258)){
const err529 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.help,data:data258};
if(vErrors === null){
vErrors = [err529];
}
else {
vErrors.push(err529);
}
errors++;
}
}
let data259 = data255.contact;
if((typeof data259 !== "string") && (data259 !== null)){
const err530 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.links.properties.contact,data:data259};
if(vErrors === null){
vErrors = [err530];
}
else {
vErrors.push(err530);
}
errors++;
}
if(typeof data259 === "string"){
if(!pattern25.test(data259)){
const err531 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.contact,data:data259};
if(vErrors === null){
vErrors = [err531];
}
else {
vErrors.push(err531);
}
errors++;
}
}
}
else {
const err532 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.links.type,parentSchema:schema11.properties.login.properties.links,data:data255};
if(vErrors === null){
vErrors = [err532];
}
else {
vErrors.push(err532);
}
errors++;
}
let data260 = data210.destinations;
if(data260 && typeof data260 == "object" && !Array.isArray(data260)){
for(const key55 in data260){
if(!(pattern29.test(key55))){
const err533 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key55},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.destinations,data:data260};
if(vErrors === null){
vErrors = [err533];
}
else {
vErrors.push(err533);
}
errors++;
}
}
for(const key56 in data260){
if(pattern29.test(key56)){
let data261 = data260[key56];
if(typeof data261 === "string"){
if(func3(data261) > 80){
const err534 = {instancePath:instancePath+"/login/destinations/" + key56.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data261};
if(vErrors === null){
vErrors = [err534];
}
else {
vErrors.push(err534);
}
errors++;
}
if(func3(data261) < 1){
const err535 = {instancePath:instancePath+"/login/destinations/" + key56.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data261};
if(vErrors === null){
vErrors = [err535];
}
else {
vErrors.push(err535);
}
errors++;
}
}
else {
const err536 = {instancePath:instancePath+"/login/destinations/" + key56.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data261};
if(vErrors === null){
vErrors = [err536];
}
else {
vErrors.push(err536);
}
errors++;
}
}
}
}
else {
const err537 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.destinations.type,parentSchema:schema11.properties.login.properties.destinations,data:data260};
if(vErrors === null){
vErrors = [err537];
}
else {
vErrors.push(err537);
}
errors++;
}
let data262 = data210.hosts;
if(data262 && typeof data262 == "object" && !Array.isArray(data262)){
for(const key57 in data262){
if(!(pattern4.test(key57))){
const err538 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key57},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts,data:data262};
if(vErrors === null){
vErrors = [err538];
}
else {
vErrors.push(err538);
}
errors++;
}
}
for(const key58 in data262){
if(pattern4.test(key58)){
let data263 = data262[key58];
if(data263 && typeof data263 == "object" && !Array.isArray(data263)){
for(const key59 in data263){
if(!((((key59 === "brand") || (key59 === "theme")) || (key59 === "links")) || (key59 === "destinations"))){
const err539 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key59},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data263};
if(vErrors === null){
vErrors = [err539];
}
else {
vErrors.push(err539);
}
errors++;
}
}
if(data263.brand !== undefined){
let data264 = data263.brand;
if(data264 && typeof data264 == "object" && !Array.isArray(data264)){
for(const key60 in data264){
if(!(((((key60 === "name") || (key60 === "logo")) || (key60 === "logoDark")) || (key60 === "favicon")) || (key60 === "background"))){
const err540 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key60},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data264};
if(vErrors === null){
vErrors = [err540];
}
else {
vErrors.push(err540);
}
errors++;
}
}
if(data264.name !== undefined){
let data265 = data264.name;
if(typeof data265 === "string"){
if(func3(data265) > 80){
const err541 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data265};
if(vErrors === null){
vErrors = [err541];
}
else {
vErrors.push(err541);
}
errors++;
}
if(!pattern18.test(data265)){
const err542 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data265};
if(vErrors === null){
vErrors = [err542];
}
else {
vErrors.push(err542);
}
errors++;
}
}
else {
const err543 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data265};
if(vErrors === null){
vErrors = [err543];
}
else {
vErrors.push(err543);
}
errors++;
}
}
if(data264.logo !== undefined){
let data266 = data264.logo;
if((typeof data266 !== "string") && (data266 !== null)){
const err544 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data266};
if(vErrors === null){
vErrors = [err544];
}
else {
vErrors.push(err544);
}
errors++;
}
if(typeof data266 === "string"){
if(!pattern19.test(data266)){
const err545 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data266};
if(vErrors === null){
vErrors = [err545];
}
else {
vErrors.push(err545);
}
errors++;
}
}
}
if(data264.logoDark !== undefined){
let data267 = data264.logoDark;
if((typeof data267 !== "string") && (data267 !== null)){
const err546 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data267};
if(vErrors === null){
vErrors = [err546];
}
else {
vErrors.push(err546);
}
errors++;
}
if(typeof data267 === "string"){
if(!pattern19.test(data267)){
const err547 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data267};
if(vErrors === null){
vErrors = [err547];
}
else {
vErrors.push(err547);
}
errors++;
}
}
}
if(data264.favicon !== undefined){
let data268 = data264.favicon;
if((typeof data268 !== "string") && (data268 !== null)){
const err548 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data268};
if(vErrors === null){
vErrors = [err548];
}
else {
vErrors.push(err548);
}
errors++;
}
if(typeof data268 === "string"){
if(!pattern19.test(data268)){
const err549 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data268};
if(vErrors === null){
vErrors = [err549];
}
else {
vErrors.push(err549);
}
errors++;
}
}
}
if(data264.background !== undefined){
let data269 = data264.background;
if((typeof data269 !== "string") && (data269 !== null)){
const err550 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data269};
if(vErrors === null){
vErrors = [err550];
}
else {
vErrors.push(err550);
}
errors++;
}
if(typeof data269 === "string"){
if(!pattern19.test(data269)){
const err551 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data269};
if(vErrors === null){
vErrors = [err551];
}
else {
vErrors.push(err551);
}
errors++;
}
}
}
}
else {
const err552 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data264};
if(vErrors === null){
vErrors = [err552];
}
else {
vErrors.push(err552);
}
errors++;
}
}
if(data263.theme !== undefined){
let data270 = data263.theme;
if(data270 && typeof data270 == "object" && !Array.isArray(data270)){
for(const key61 in data270){
if(!((key61 === "accent") || (key61 === "accentDark"))){
const err553 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key61},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data270};
if(vErrors === null){
vErrors = [err553];
}
else {
vErrors.push(err553);
}
errors++;
}
}
if(data270.accent !== undefined){
let data271 = data270.accent;
if((typeof data271 !== "string") && (data271 !== null)){
const err554 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data271};
if(vErrors === null){
vErrors = [err554];
}
else {
vErrors.push(err554);
}
errors++;
}
if(typeof data271 === "string"){
if(!pattern23.test(data271)){
const err555 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data271};
if(vErrors === null){
vErrors = [err555];
}
else {
vErrors.push(err555);
}
errors++;
}
}
}
if(data270.accentDark !== undefined){
let data272 = data270.accentDark;
if((typeof data272 !== "string") && (data272 !== null)){
const err556 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data272};
if(vErrors === null){
vErrors = [err556];
}
else {
vErrors.push(err556);
}
errors++;
}
if(typeof data272 === "string"){
if(!pattern23.test(data272)){
const err557 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data272};
if(vErrors === null){
vErrors = [err557];
}
else {
vErrors.push(err557);
}
errors++;
}
}
}
}
else {
const err558 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data270};
if(vErrors === null){
vErrors = [err558];
}
else {
vErrors.push(err558);
}
errors++;
}
}
if(data263.links !== undefined){
let data273 = data263.links;
if(data273 && typeof data273 == "object" && !Array.isArray(data273)){
for(const key62 in data273){
if(!((((key62 === "privacy") || (key62 === "terms")) || (key62 === "help")) || (key62 === "contact"))){
const err559 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key62},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data273};
if(vErrors === null){
vErrors = [err559];
}
else {
vErrors.push(err559);
}
errors++;
}
}
if(data273.privacy !== undefined){
let data274 = data273.privacy;
if((typeof data274 !== "string") && (data274 !== null)){
const err560 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data274};
if(vErrors === null){
vErrors = [err560];
}
else {
vErrors.push(err560);
}
errors++;
}
if(typeof data274 === "string"){
if(!pattern25.test(data274)){
const err561 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data274};
if(vErrors === null){
vErrors = [err561];
}
else {
vErrors.push(err561);
}
errors++;
}
}
}
if(data273.terms !== undefined){
let data275 = data273.terms;
if((typeof data275 !== "string") && (data275 !== null)){
const err562 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data275};
if(vErrors === null){
vErrors = [err562];
}
else {
vErrors.push(err562);
}
errors++;
}
if(typeof data275 === "string"){
if(!pattern25.test(data275)){
const err563 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data275};
if(vErrors === null){
vErrors = [err563];
}
else {
vErrors.push(err563);
}
errors++;
}
}
}
if(data273.help !== undefined){
let data276 = data273.help;
if((typeof data276 !== "string") && (data276 !== null)){
const err564 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data276};
if(vErrors === null){
vErrors = [err564];
}
else {
vErrors.push(err564);
}
errors++;
}
if(typeof data276 === "string"){
if(!pattern25.test(data276)){
const err565 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data276};
if(vErrors === null){
vErrors = [err565];
}
else {
vErrors.push(err565);
}
errors++;
}
}
}
if(data273.contact !== undefined){
let data277 = data273.contact;
if((typeof data277 !== "string") && (data277 !== null)){
const err566 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data277};
if(vErrors === null){
vErrors = [err566];
}
else {
vErrors.push(err566);
}
errors++;
}
if(typeof data277 === "string"){
if(!pattern25.test(data277)){
const err567 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data277};
if(vErrors === null){
vErrors = [err567];
}
else {
vErrors.push(err567);
}
errors++;
}
}
}
}
else {
const err568 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data273};
if(vErrors === null){
vErrors = [err568];
}
else {
vErrors.push(err568);
}
errors++;
}
}
if(data263.destinations !== undefined){
let data278 = data263.destinations;
if(data278 && typeof data278 == "object" && !Array.isArray(data278)){
for(const key63 in data278){
if(pattern29.test(key63)){
let data279 = data278[key63];
if(typeof data279 === "string"){
if(func3(data279) > 80){
const err569 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key63.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data279};
if(vErrors === null){
vErrors = [err569];
}
else {
vErrors.push(err569);
}
errors++;
}
if(func3(data279) < 1){
const err570 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key63.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data279};
if(vErrors === null){
vErrors = [err570];
}
else {
vErrors.push(err570);
}
errors++;
}
}
else {
const err571 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key63.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data279};
if(vErrors === null){
vErrors = [err571];
}
else {
vErrors.push(err571);
}
errors++;
}
}
}
}
else {
const err572 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations,data:data278};
if(vErrors === null){
vErrors = [err572];
}
else {
vErrors.push(err572);
}
errors++;
}
}
}
else {
const err573 = {instancePath:instancePath+"/login/hosts/" + key58.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data263};
if(vErrors === null){
vErrors = [err573];
}
else {
vErrors.push(err573);
}
errors++;
}
}
}
}
else {
const err574 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.type,parentSchema:schema11.properties.login.properties.hosts,data:data262};
if(vErrors === null){
vErrors = [err574];
}
else {
vErrors.push(err574);
}
errors++;
}
let data280 = data210.locales;
if(data280 && typeof data280 == "object" && !Array.isArray(data280)){
if(data280.default === undefined){
data280.default = "en";
}
if(data280.enabled === undefined){
data280.enabled = ["en","de","fr","es","pt-BR","ja","zh-Hans","ar"];
}
if(data280.overrides === undefined){
data280.overrides = {};
}
for(const key64 in data280){
if(!(((key64 === "default") || (key64 === "enabled")) || (key64 === "overrides"))){
const err575 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key64},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales,data:data280};
if(vErrors === null){
vErrors = [err575];
}
else {
vErrors.push(err575);
}
errors++;
}
}
let data281 = data280.default;
if(typeof data281 === "string"){
if(!pattern98.test(data281)){
const err576 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.default,data:data281};
if(vErrors === null){
vErrors = [err576];
}
else {
vErrors.push(err576);
}
errors++;
}
}
else {
const err577 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.default.type,parentSchema:schema11.properties.login.properties.locales.properties.default,data:data281};
if(vErrors === null){
vErrors = [err577];
}
else {
vErrors.push(err577);
}
errors++;
}
let data282 = data280.enabled;
if(Array.isArray(data282)){
if(data282.length < 1){
const err578 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data282};
if(vErrors === null){
vErrors = [err578];
}
else {
vErrors.push(err578);
}
errors++;
}
const len26 = data282.length;
for(let i29=0; i29<len26; i29++){
let data283 = data282[i29];
if(typeof data283 === "string"){
if(!pattern98.test(data283)){
const err579 = {instancePath:instancePath+"/login/locales/enabled/" + i29,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data283};
if(vErrors === null){
vErrors = [err579];
}
else {
vErrors.push(err579);
}
errors++;
}
}
else {
const err580 = {instancePath:instancePath+"/login/locales/enabled/" + i29,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.enabled.items.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data283};
if(vErrors === null){
vErrors = [err580];
}
else {
vErrors.push(err580);
}
errors++;
}
}
let i30 = data282.length;
let j3;
if(i30 > 1){
const indices2 = {};
for(;i30--;){
let item2 = data282[i30];
if(typeof item2 !== "string"){
continue;
}
if(typeof indices2[item2] == "number"){
j3 = indices2[item2];
const err581 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/uniqueItems",keyword:"uniqueItems",params:{i: i30, j: j3},message:"must NOT have duplicate items (items ## "+j3+" and "+i30+" are identical)",schema:true,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data282};
if(vErrors === null){
vErrors = [err581];
}
else {
vErrors.push(err581);
}
errors++;
break;
}
indices2[item2] = i30;
}
}
}
else {
const err582 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.locales.properties.enabled.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data282};
if(vErrors === null){
vErrors = [err582];
}
else {
vErrors.push(err582);
}
errors++;
}
let data284 = data280.overrides;
if(data284 && typeof data284 == "object" && !Array.isArray(data284)){
for(const key65 in data284){
if(!(pattern98.test(key65))){
const err583 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key65},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data284};
if(vErrors === null){
vErrors = [err583];
}
else {
vErrors.push(err583);
}
errors++;
}
}
for(const key66 in data284){
if(pattern98.test(key66)){
let data285 = data284[key66];
if(data285 && typeof data285 == "object" && !Array.isArray(data285)){
for(const key67 in data285){
if(pattern52.test(key67)){
let data286 = data285[key67];
if(typeof data286 === "string"){
if(func3(data286) < 1){
const err584 = {instancePath:instancePath+"/login/locales/overrides/" + key66.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key67.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data286};
if(vErrors === null){
vErrors = [err584];
}
else {
vErrors.push(err584);
}
errors++;
}
}
else {
const err585 = {instancePath:instancePath+"/login/locales/overrides/" + key66.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key67.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data286};
if(vErrors === null){
vErrors = [err585];
}
else {
vErrors.push(err585);
}
errors++;
}
}
}
}
else {
const err586 = {instancePath:instancePath+"/login/locales/overrides/" + key66.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"],data:data285};
if(vErrors === null){
vErrors = [err586];
}
else {
vErrors.push(err586);
}
errors++;
}
}
}
}
else {
const err587 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.type,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data284};
if(vErrors === null){
vErrors = [err587];
}
else {
vErrors.push(err587);
}
errors++;
}
}
else {
const err588 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.type,parentSchema:schema11.properties.login.properties.locales,data:data280};
if(vErrors === null){
vErrors = [err588];
}
else {
vErrors.push(err588);
}
errors++;
}
let data287 = data210.security;
if(data287 && typeof data287 == "object" && !Array.isArray(data287)){
if(data287.trustedTypes === undefined){
data287.trustedTypes = "auto";
}
if(data287.reportUri === undefined){
data287.reportUri = null;
}
if(data287.recaptcha === undefined){
data287.recaptcha = false;
}
for(const key68 in data287){
if(!(((key68 === "trustedTypes") || (key68 === "reportUri")) || (key68 === "recaptcha"))){
const err589 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key68},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.security,data:data287};
if(vErrors === null){
vErrors = [err589];
}
else {
vErrors.push(err589);
}
errors++;
}
}
let data288 = data287.trustedTypes;
if(!((data288 === "auto") || (data288 === "off"))){
const err590 = {instancePath:instancePath+"/login/security/trustedTypes",schemaPath:"#/properties/login/properties/security/properties/trustedTypes/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.security.properties.trustedTypes.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.security.properties.trustedTypes.enum,parentSchema:schema11.properties.login.properties.security.properties.trustedTypes,data:data288};
if(vErrors === null){
vErrors = [err590];
}
else {
vErrors.push(err590);
}
errors++;
}
let data289 = data287.reportUri;
if((typeof data289 !== "string") && (data289 !== null)){
const err591 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/type",keyword:"type",params:{type: schema11.properties.login.properties.security.properties.reportUri.type},message:"must be string,null",schema:schema11.properties.login.properties.security.properties.reportUri.type,parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data289};
if(vErrors === null){
vErrors = [err591];
}
else {
vErrors.push(err591);
}
errors++;
}
if(typeof data289 === "string"){
if(!pattern103.test(data289)){
const err592 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/pattern",keyword:"pattern",params:{pattern: "^https://[^\\s;,'\"]+$"},message:"must match pattern \""+"^https://[^\\s;,'\"]+$"+"\"",schema:"^https://[^\\s;,'\"]+$",parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data289};
if(vErrors === null){
vErrors = [err592];
}
else {
vErrors.push(err592);
}
errors++;
}
}
let data290 = data287.recaptcha;
if(typeof data290 !== "boolean"){
const err593 = {instancePath:instancePath+"/login/security/recaptcha",schemaPath:"#/properties/login/properties/security/properties/recaptcha/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.security.properties.recaptcha.type,parentSchema:schema11.properties.login.properties.security.properties.recaptcha,data:data290};
if(vErrors === null){
vErrors = [err593];
}
else {
vErrors.push(err593);
}
errors++;
}
}
else {
const err594 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.security.type,parentSchema:schema11.properties.login.properties.security,data:data287};
if(vErrors === null){
vErrors = [err594];
}
else {
vErrors.push(err594);
}
errors++;
}
let data291 = data210.emulator;
if((typeof data291 !== "string") && (data291 !== null)){
const err595 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/type",keyword:"type",params:{type: schema11.properties.login.properties.emulator.type},message:"must be string,null",schema:schema11.properties.login.properties.emulator.type,parentSchema:schema11.properties.login.properties.emulator,data:data291};
if(vErrors === null){
vErrors = [err595];
}
else {
vErrors.push(err595);
}
errors++;
}
if(typeof data291 === "string"){
if(!pattern104.test(data291)){
const err596 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"+"\"",schema:"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$",parentSchema:schema11.properties.login.properties.emulator,data:data291};
if(vErrors === null){
vErrors = [err596];
}
else {
vErrors.push(err596);
}
errors++;
}
}
}
else {
const err597 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.type,parentSchema:schema11.properties.login,data:data210};
if(vErrors === null){
vErrors = [err597];
}
else {
vErrors.push(err597);
}
errors++;
}
let data292 = data.log;
if(data292 && typeof data292 == "object" && !Array.isArray(data292)){
if(data292.level === undefined){
data292.level = "info";
}
if(data292.format === undefined){
data292.format = "json";
}
if(data292.requests === undefined){
data292.requests = "all";
}
if(data292.sample === undefined){
data292.sample = 1;
}
if(data292.slowMs === undefined){
data292.slowMs = 5000;
}
for(const key69 in data292){
if(!(((((key69 === "level") || (key69 === "format")) || (key69 === "requests")) || (key69 === "sample")) || (key69 === "slowMs"))){
const err598 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key69},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.log,data:data292};
if(vErrors === null){
vErrors = [err598];
}
else {
vErrors.push(err598);
}
errors++;
}
}
let data293 = data292.level;
if(!(((((((data293 === "fatal") || (data293 === "error")) || (data293 === "warn")) || (data293 === "info")) || (data293 === "debug")) || (data293 === "trace")) || (data293 === "silent"))){
const err599 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.level.enum,parentSchema:schema11.properties.log.properties.level,data:data293};
if(vErrors === null){
vErrors = [err599];
}
else {
vErrors.push(err599);
}
errors++;
}
let data294 = data292.format;
if(!((data294 === "json") || (data294 === "text"))){
const err600 = {instancePath:instancePath+"/log/format",schemaPath:"#/properties/log/properties/format/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.format.enum,parentSchema:schema11.properties.log.properties.format,data:data294};
if(vErrors === null){
vErrors = [err600];
}
else {
vErrors.push(err600);
}
errors++;
}
let data295 = data292.requests;
if(!(((data295 === "all") || (data295 === "refused")) || (data295 === "none"))){
const err601 = {instancePath:instancePath+"/log/requests",schemaPath:"#/properties/log/properties/requests/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.requests.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.requests.enum,parentSchema:schema11.properties.log.properties.requests,data:data295};
if(vErrors === null){
vErrors = [err601];
}
else {
vErrors.push(err601);
}
errors++;
}
let data296 = data292.sample;
if((typeof data296 == "number") && (isFinite(data296))){
if(data296 > 1 || isNaN(data296)){
const err602 = {instancePath:instancePath+"/log/sample",schemaPath:"#/properties/log/properties/sample/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1",schema:1,parentSchema:schema11.properties.log.properties.sample,data:data296};
if(vErrors === null){
vErrors = [err602];
}
else {
vErrors.push(err602);
}
errors++;
}
if(data296 < 0 || isNaN(data296)){
const err603 = {instancePath:instancePath+"/log/sample",schemaPath:"#/properties/log/properties/sample/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.log.properties.sample,data:data296};
if(vErrors === null){
vErrors = [err603];
}
else {
vErrors.push(err603);
}
errors++;
}
}
else {
const err604 = {instancePath:instancePath+"/log/sample",schemaPath:"#/properties/log/properties/sample/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema11.properties.log.properties.sample.type,parentSchema:schema11.properties.log.properties.sample,data:data296};
if(vErrors === null){
vErrors = [err604];
}
else {
vErrors.push(err604);
}
errors++;
}
let data297 = data292.slowMs;
if(!(((typeof data297 == "number") && (!(data297 % 1) && !isNaN(data297))) && (isFinite(data297)))){
const err605 = {instancePath:instancePath+"/log/slowMs",schemaPath:"#/properties/log/properties/slowMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.log.properties.slowMs.type,parentSchema:schema11.properties.log.properties.slowMs,data:data297};
if(vErrors === null){
vErrors = [err605];
}
else {
vErrors.push(err605);
}
errors++;
}
if((typeof data297 == "number") && (isFinite(data297))){
if(data297 > 3600000 || isNaN(data297)){
const err606 = {instancePath:instancePath+"/log/slowMs",schemaPath:"#/properties/log/properties/slowMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.log.properties.slowMs,data:data297};
if(vErrors === null){
vErrors = [err606];
}
else {
vErrors.push(err606);
}
errors++;
}
if(data297 < 1 || isNaN(data297)){
const err607 = {instancePath:instancePath+"/log/slowMs",schemaPath:"#/properties/log/properties/slowMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.log.properties.slowMs,data:data297};
if(vErrors === null){
vErrors = [err607];
}
else {
vErrors.push(err607);
}
errors++;
}
}
}
else {
const err608 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.log.type,parentSchema:schema11.properties.log,data:data292};
if(vErrors === null){
vErrors = [err608];
}
else {
vErrors.push(err608);
}
errors++;
}
let data298 = data.audit;
if(data298 && typeof data298 == "object" && !Array.isArray(data298)){
if(data298.to === undefined){
data298.to = "stdout";
}
if(data298.format === undefined){
data298.format = "json";
}
if(data298.refreshes === undefined){
data298.refreshes = false;
}
for(const key70 in data298){
if(!(((key70 === "to") || (key70 === "format")) || (key70 === "refreshes"))){
const err609 = {instancePath:instancePath+"/audit",schemaPath:"#/properties/audit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key70},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.audit,data:data298};
if(vErrors === null){
vErrors = [err609];
}
else {
vErrors.push(err609);
}
errors++;
}
}
let data299 = data298.to;
if(typeof data299 === "string"){
if(func3(data299) < 1){
const err610 = {instancePath:instancePath+"/audit/to",schemaPath:"#/properties/audit/properties/to/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.audit.properties.to,data:data299};
if(vErrors === null){
vErrors = [err610];
}
else {
vErrors.push(err610);
}
errors++;
}
}
else {
const err611 = {instancePath:instancePath+"/audit/to",schemaPath:"#/properties/audit/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.audit.properties.to.type,parentSchema:schema11.properties.audit.properties.to,data:data299};
if(vErrors === null){
vErrors = [err611];
}
else {
vErrors.push(err611);
}
errors++;
}
let data300 = data298.format;
if(!((data300 === "json") || (data300 === "cloudevents"))){
const err612 = {instancePath:instancePath+"/audit/format",schemaPath:"#/properties/audit/properties/format/enum",keyword:"enum",params:{allowedValues: schema11.properties.audit.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.audit.properties.format.enum,parentSchema:schema11.properties.audit.properties.format,data:data300};
if(vErrors === null){
vErrors = [err612];
}
else {
vErrors.push(err612);
}
errors++;
}
let data301 = data298.refreshes;
if(typeof data301 !== "boolean"){
const err613 = {instancePath:instancePath+"/audit/refreshes",schemaPath:"#/properties/audit/properties/refreshes/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.audit.properties.refreshes.type,parentSchema:schema11.properties.audit.properties.refreshes,data:data301};
if(vErrors === null){
vErrors = [err613];
}
else {
vErrors.push(err613);
}
errors++;
}
}
else {
const err614 = {instancePath:instancePath+"/audit",schemaPath:"#/properties/audit/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.audit.type,parentSchema:schema11.properties.audit,data:data298};
if(vErrors === null){
vErrors = [err614];
}
else {
vErrors.push(err614);
}
errors++;
}
let data302 = data.tracing;
if(data302 && typeof data302 == "object" && !Array.isArray(data302)){
if(data302.accept === undefined){
data302.accept = "trusted";
}
if(data302.paths === undefined){
data302.paths = false;
}
if(data302.subject === undefined){
data302.subject = false;
}
for(const key71 in data302){
if(!(((key71 === "accept") || (key71 === "paths")) || (key71 === "subject"))){
const err615 = {instancePath:instancePath+"/tracing",schemaPath:"#/properties/tracing/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key71},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.tracing,data:data302};
if(vErrors === null){
vErrors = [err615];
}
else {
vErrors.push(err615);
}
errors++;
}
}
let data303 = data302.accept;
if(!(((data303 === "trusted") || (data303 === "all")) || (data303 === "none"))){
const err616 = {instancePath:instancePath+"/tracing/accept",schemaPath:"#/properties/tracing/properties/accept/enum",keyword:"enum",params:{allowedValues: schema11.properties.tracing.properties.accept.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.tracing.properties.accept.enum,parentSchema:schema11.properties.tracing.properties.accept,data:data303};
if(vErrors === null){
vErrors = [err616];
}
else {
vErrors.push(err616);
}
errors++;
}
let data304 = data302.paths;
if(typeof data304 !== "boolean"){
const err617 = {instancePath:instancePath+"/tracing/paths",schemaPath:"#/properties/tracing/properties/paths/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.tracing.properties.paths.type,parentSchema:schema11.properties.tracing.properties.paths,data:data304};
if(vErrors === null){
vErrors = [err617];
}
else {
vErrors.push(err617);
}
errors++;
}
let data305 = data302.subject;
if(typeof data305 !== "boolean"){
const err618 = {instancePath:instancePath+"/tracing/subject",schemaPath:"#/properties/tracing/properties/subject/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.tracing.properties.subject.type,parentSchema:schema11.properties.tracing.properties.subject,data:data305};
if(vErrors === null){
vErrors = [err618];
}
else {
vErrors.push(err618);
}
errors++;
}
}
else {
const err619 = {instancePath:instancePath+"/tracing",schemaPath:"#/properties/tracing/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.tracing.type,parentSchema:schema11.properties.tracing,data:data302};
if(vErrors === null){
vErrors = [err619];
}
else {
vErrors.push(err619);
}
errors++;
}
let data306 = data.reload;
if(data306 && typeof data306 == "object" && !Array.isArray(data306)){
if(data306.watch === undefined){
data306.watch = true;
}
if(data306.pollSeconds === undefined){
data306.pollSeconds = 10;
}
for(const key72 in data306){
if(!((key72 === "watch") || (key72 === "pollSeconds"))){
const err620 = {instancePath:instancePath+"/reload",schemaPath:"#/properties/reload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key72},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.reload,data:data306};
if(vErrors === null){
vErrors = [err620];
}
else {
vErrors.push(err620);
}
errors++;
}
}
let data307 = data306.watch;
if(typeof data307 !== "boolean"){
const err621 = {instancePath:instancePath+"/reload/watch",schemaPath:"#/properties/reload/properties/watch/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.reload.properties.watch.type,parentSchema:schema11.properties.reload.properties.watch,data:data307};
if(vErrors === null){
vErrors = [err621];
}
else {
vErrors.push(err621);
}
errors++;
}
let data308 = data306.pollSeconds;
if(!(((typeof data308 == "number") && (!(data308 % 1) && !isNaN(data308))) && (isFinite(data308)))){
const err622 = {instancePath:instancePath+"/reload/pollSeconds",schemaPath:"#/properties/reload/properties/pollSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.reload.properties.pollSeconds.type,parentSchema:schema11.properties.reload.properties.pollSeconds,data:data308};
if(vErrors === null){
vErrors = [err622];
}
else {
vErrors.push(err622);
}
errors++;
}
if((typeof data308 == "number") && (isFinite(data308))){
if(data308 > 3600 || isNaN(data308)){
const err623 = {instancePath:instancePath+"/reload/pollSeconds",schemaPath:"#/properties/reload/properties/pollSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.reload.properties.pollSeconds,data:data308};
if(vErrors === null){
vErrors = [err623];
}
else {
vErrors.push(err623);
}
errors++;
}
if(data308 < 1 || isNaN(data308)){
const err624 = {instancePath:instancePath+"/reload/pollSeconds",schemaPath:"#/properties/reload/properties/pollSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.reload.properties.pollSeconds,data:data308};
if(vErrors === null){
vErrors = [err624];
}
else {
vErrors.push(err624);
}
errors++;
}
}
}
else {
const err625 = {instancePath:instancePath+"/reload",schemaPath:"#/properties/reload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.reload.type,parentSchema:schema11.properties.reload,data:data306};
if(vErrors === null){
vErrors = [err625];
}
else {
vErrors.push(err625);
}
errors++;
}
let data309 = data.shutdown;
if(data309 && typeof data309 == "object" && !Array.isArray(data309)){
if(data309.drainSeconds === undefined){
data309.drainSeconds = 0;
}
if(data309.graceSeconds === undefined){
data309.graceSeconds = 30;
}
for(const key73 in data309){
if(!((key73 === "drainSeconds") || (key73 === "graceSeconds"))){
const err626 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key73},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.shutdown,data:data309};
if(vErrors === null){
vErrors = [err626];
}
else {
vErrors.push(err626);
}
errors++;
}
}
let data310 = data309.drainSeconds;
if(!(((typeof data310 == "number") && (!(data310 % 1) && !isNaN(data310))) && (isFinite(data310)))){
const err627 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.drainSeconds.type,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data310};
if(vErrors === null){
vErrors = [err627];
}
else {
vErrors.push(err627);
}
errors++;
}
if((typeof data310 == "number") && (isFinite(data310))){
if(data310 > 600 || isNaN(data310)){
const err628 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data310};
if(vErrors === null){
vErrors = [err628];
}
else {
vErrors.push(err628);
}
errors++;
}
if(data310 < 0 || isNaN(data310)){
const err629 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data310};
if(vErrors === null){
vErrors = [err629];
}
else {
vErrors.push(err629);
}
errors++;
}
}
let data311 = data309.graceSeconds;
if(!(((typeof data311 == "number") && (!(data311 % 1) && !isNaN(data311))) && (isFinite(data311)))){
const err630 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.graceSeconds.type,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data311};
if(vErrors === null){
vErrors = [err630];
}
else {
vErrors.push(err630);
}
errors++;
}
if((typeof data311 == "number") && (isFinite(data311))){
if(data311 > 3600 || isNaN(data311)){
const err631 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data311};
if(vErrors === null){
vErrors = [err631];
}
else {
vErrors.push(err631);
}
errors++;
}
if(data311 < 1 || isNaN(data311)){
const err632 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data311};
if(vErrors === null){
vErrors = [err632];
}
else {
vErrors.push(err632);
}
errors++;
}
}
}
else {
const err633 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.shutdown.type,parentSchema:schema11.properties.shutdown,data:data309};
if(vErrors === null){
vErrors = [err633];
}
else {
vErrors.push(err633);
}
errors++;
}
}
else {
const err634 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err634];
}
else {
vErrors.push(err634);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

