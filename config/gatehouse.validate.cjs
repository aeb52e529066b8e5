// Made from gatehouse.schema.json by `npm run config:generate`. Do not edit.
"use strict";
module.exports = validate10;
module.exports.default = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["publicUrl","upstream","identityPlatform"],"properties":{"publicUrl":{"type":"string","description":"Origin that visitors use, without a path, such as `https://app.example.com`.","pattern":"^https?://[^/@?#\\s]+/?$"},"listen":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8080,"minimum":0,"maximum":65535}},"description":"Where visitors (or the load balancer) reach the gateway.","default":{},"additionalProperties":false},"management":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":9464,"minimum":0,"maximum":65535},"tokenFile":{"type":["string","null"],"default":null,"description":"File with a token of at least 32 characters, such as `openssl rand -hex 32` writes. Everything on this listener but `/livez` and `/readyz` then needs `Authorization: Bearer <token>`. null: nothing does."}},"description":"Listener for `/livez`, `/readyz` and `/metrics`; keep it away from visitors.","default":{},"additionalProperties":false},"metrics":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"false: nothing is counted, and there is no such path.","default":true},"durationBuckets":{"type":"array","items":{"type":"number","exclusiveMinimum":0,"maximum":3600},"description":"Upper bounds of the durations of requests and of the application’s answers, in seconds, ascending. Each is one time series more for each route.","default":[0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30],"minItems":1,"maxItems":24}},"description":"Metrics at `/metrics` of the management listener, in the text format of Prometheus.","default":{},"additionalProperties":false},"trustedProxies":{"type":"array","items":{"type":"string","minLength":1},"description":"CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are believed. Empty: nobody.","default":[]},"upstream":{"type":["object","null"],"required":["url"],"properties":{"url":{"type":"string","description":"Origin of the application, without a path, such as `http://127.0.0.1:3000`; or the Unix socket on which it speaks HTTP, such as `unix:/run/app/app.sock`.","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"hostHeader":{"enum":["public","upstream"],"default":"public","description":"`Host` that the application sees: that of `publicUrl`, or that of `upstream.url` (`localhost` for a Unix socket)."},"passHeaders":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"},"default":[],"description":"Lower-case names of client headers that reach the application although the gateway drops them, such as `x-http-method-override`. Every client can then set them."},"sharedCaching":{"type":"boolean","description":"Answers to requests that needed a session keep the `Cache-Control` of the application. Otherwise shared caches may not store them: `public` and `s-maxage` are taken out, `private` is added.","default":false},"connectTimeoutMs":{"type":"integer","description":"Longest wait for a connection, in milliseconds.","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"type":"integer","description":"Longest wait for the head of an answer, in milliseconds; 0 waits for ever.","default":60000,"minimum":0,"maximum":3600000},"idleTimeoutMs":{"type":"integer","description":"Longest silence inside an answer, in milliseconds; 0 allows any, as event streams need.","default":0,"minimum":0,"maximum":86400000},"uploadIdleTimeoutMs":{"type":"integer","description":"Longest silence inside a request body, in milliseconds; 0 allows any.","default":60000,"minimum":0,"maximum":3600000}},"description":"The application behind the gateway. null: there is none, requests come as questions of other proxies (`forwardAuth`).","default":{},"additionalProperties":false},"forwardAuth":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"Answer questions at `paths.verify`.","default":false},"listen":{"type":["object","null"],"required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8081,"minimum":0,"maximum":65535}},"description":"Listener for questions alone. They are then not answered where visitors come in, which is recommended: an answer holds the identity of whoever asks. null: at `listen`.","default":null,"additionalProperties":false},"grpc":{"type":["object","null"],"required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8081,"minimum":0,"maximum":65535}},"description":"Listener for the gRPC protocol of Envoy (`envoy.service.auth.v3.Authorization`), without TLS: for Envoy, Istio and the like on the same machine or network. null: none.","default":null,"additionalProperties":false},"trustedProxies":{"type":["array","null"],"items":{"type":"string","minLength":1},"default":null,"description":"CIDRs of the proxies that may ask; everybody else gets 403, whatever the request says. null: those of the top-level `trustedProxies`."},"origins":{"type":"array","items":{"type":"string","minLength":1},"description":"Origins of the applications behind those proxies, such as `https://wiki.example.com`; that of `publicUrl` belongs to them by itself. Questions about others are refused, and visitors are sent nowhere else after sign-in. Hosts other than that of `publicUrl` need `cookie.domain`.","default":[]}},"description":"Verdicts for a proxy that stands in front of applications and asks about every request (`auth_request`, `forward_auth`, `forwardAuth`, `ext_authz`). See `deploy/forward-auth/`.","default":{},"additionalProperties":false},"identityPlatform":{"type":"object","required":["projectId"],"properties":{"projectId":{"type":"string","description":"Project id (not the number).","pattern":"^[a-z0-9][a-z0-9:.-]*$","maxLength":64},"apiKey":{"type":"string","description":"Web API key of the project.","default":""},"apiKeyFile":{"type":["string","null"],"default":null,"description":"File that holds the web API key, instead of `apiKey`."},"tenantId":{"type":["string","null"],"default":null,"description":"Tenant that every account must belong to; null: the project itself, and tokens of tenants are refused.","minLength":1},"tenants":{"type":"object","patternProperties":{"^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host (`acme.example.com`) or path (`/acme/*`) -> tenant whose accounts may pass there. What nothing matches belongs to `tenantId`, and to the tenants of `login.tenants`."},"credentials":{"type":"string","description":"Google credentials: the JSON text of a service account key, or of any other file that `credentialsFile` takes.","default":""},"credentialsFile":{"type":["string","null"],"default":null,"description":"File with the same, instead of `credentials`; null: application default credentials, which are the file named by `GOOGLE_APPLICATION_CREDENTIALS`, else the one that gcloud keeps, else the metadata server on a machine of Google, else none."},"serviceAccountEmail":{"type":["string","null"],"default":null,"description":"Service account that signs custom tokens when the credentials hold no key; null: the one that they impersonate, or that of the machine.","pattern":"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},"authDomain":{"type":["string","null"],"default":null,"description":"Domain that serves the federated sign-in helper."},"allowAnonymous":{"type":"boolean","description":"Accept anonymous accounts. Anybody who holds the public API key can make one.","default":false},"emulatorHost":{"type":["string","null"],"default":null,"description":"`host:port` of the official auth emulator. Its tokens are UNSIGNED: anybody can sign in as anybody."},"emulatorAnywhere":{"type":"boolean","description":"Allow `emulatorHost` with a `publicUrl` or `listen.host` that is not loopback, or a project id that does not begin with `demo-`.","default":false},"endpoints":{"type":"object","required":[],"properties":{"identityToolkit":{"type":"string","description":"Account and sign-in calls.","default":"https://identitytoolkit.googleapis.com"},"secureToken":{"type":"string","description":"Refresh calls.","default":"https://securetoken.googleapis.com"},"certificates":{"type":"string","description":"Public keys of id tokens: an x509 map or a JWK set.","default":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"},"oauthToken":{"type":"string","description":"Access tokens of the service account.","default":"https://oauth2.googleapis.com/token"},"sts":{"type":"string","description":"Access tokens for identities of other clouds (workload identity).","default":"https://sts.googleapis.com/v1/token"},"iamCredentials":{"type":"string","description":"Impersonation, and signatures without a key.","default":"https://iamcredentials.googleapis.com"}},"description":"Other base URLs of the provider, for tests and private gateways.","default":{},"additionalProperties":false}},"description":"Google Identity Platform (Firebase Authentication).","default":{},"additionalProperties":false},"cookie":{"type":"object","required":[],"properties":{"name":{"type":["string","null"],"default":null,"description":"Name; null: `__Host-gatehouse` on https, `__Secure-gatehouse` with a domain, `gatehouse` on http.","pattern":"^[A-Za-z0-9_-]{1,64}$"},"allowPlainName":{"type":"boolean","description":"On https, take a `name` that begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts can then plant the cookie.","default":false},"domain":{"type":["string","null"],"default":null,"description":"`Domain` attribute, of your own and no public suffix such as `com`; null keeps the cookie on the host of `publicUrl` alone.","pattern":"^[a-z0-9.-]+$"},"sameSite":{"enum":["lax","strict","none"],"default":"lax","description":"`SameSite` attribute."},"signatureKeys":{"type":"array","items":{"type":"string","minLength":1},"description":"Random secrets of at least 32 bytes each, as `gatehouse keys generate` makes them; others in hexadecimal digits or base64 (`openssl rand -base64 32`). What can be guessed, such as words and repetitions, is refused. The first signs, all verify: put a new key first, drop the old one later.","default":[]},"signatureKeysFile":{"type":["string","null"],"default":null,"description":"File with one key a line, instead of `signatureKeys`."}},"description":"The session cookie.","default":{},"additionalProperties":false},"hsts":{"type":["object","null"],"required":[],"properties":{"maxAgeSeconds":{"type":"integer","description":"How long browsers remember it after each answer, in seconds; 0: they forget it.","default":31536000,"minimum":0,"maximum":315360000},"includeSubDomains":{"type":"boolean","description":"For every host below this one too: all of them must then be on https.","default":false},"preload":{"type":"boolean","description":"Consent to the list that browsers are delivered with (https://hstspreload.org), which takes long to leave. Needs `includeSubDomains` and a year.","default":false}},"description":"`Strict-Transport-Security` on every answer when `publicUrl` is https: browsers then use https alone for this host, on every port. An answer of the application that carries the header keeps its own. null: not sent; to take it back from browsers that know it, send `maxAgeSeconds: 0` for a while.","default":{},"additionalProperties":false},"session":{"type":"object","required":[],"properties":{"absoluteSeconds":{"type":"integer","description":"Longest life of a session, in seconds.","default":1209600,"minimum":60,"maximum":31536000},"idleSeconds":{"type":"integer","description":"Longest pause between two requests, in seconds; noted in the cookie at most once a minute, so it may bite up to a minute early. 0: no limit; else at least 120.","default":0,"minimum":0,"maximum":31536000},"revocationCheckSeconds":{"type":"integer","description":"How often an account is looked up while it is in use, in seconds: after that long at the latest a disabled, deleted or revoked account is out. 0: only at a refresh.","default":300,"minimum":0,"maximum":86400},"expiredGraceSeconds":{"type":"integer","description":"How long an expired session may still pass while the provider is away, in seconds; marked in `x-gatehouse-expired` and the log. 0: not at all.","default":0,"minimum":0,"maximum":86400},"acquire":{"enum":["auto","exchange","handover"],"default":"auto","description":"`exchange`: tokens of its own, by a custom token of the service account; `handover`: the login page hands over its refresh token; `auto`: exchange when there are credentials that can sign."},"maxSignInAgeSeconds":{"type":"integer","description":"Longest time between a sign-in at the provider and the session that it begins, in seconds; verifying an address and setting up a second factor happen in between. Counted from `auth_time` of the id token, with five minutes more because clocks may differ. Sessions count from the same time, so one of `absoluteSeconds` or `idleSeconds` that is shorter is the limit.","default":900,"minimum":60,"maximum":86400},"requireVerifiedEmail":{"type":"boolean","description":"Sign-ins need a verified e-mail address; the login page offers to verify it. Accounts without an address cannot sign in. Sessions without one do not pass.","default":false},"visibleClaims":{"type":["array","string","null"],"items":{"type":"string","minLength":1},"pattern":"^all$","default":null,"description":"Claims that `GET paths.session` gives to the scripts of the site, by name or by path such as `firebase.identities`; `all`: every one. null: the standard claims of OpenID Connect, when and how the visitor signed in, the tenant, and what `identityHeaders` names."},"signInProviders":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":128},"minItems":1,"uniqueItems":true,"default":null,"description":"Ways to sign in that may have a session, as id tokens name them in `firebase.sign_in_provider`: `password` (e-mail links too), `google.com`, `saml.…`, `oidc.…`, `phone`, `anonymous`, `custom` (custom tokens). null: what the login page offers, `anonymous` with `identityPlatform.allowAnonymous`, and `custom` with the emulator. A list replaces that: it must hold what the page offers, and may hold ways of other pages and programs. Sessions of sign-ins in other ways do not pass."},"signInsPerMinute":{"type":"integer","description":"Sign-ins that one client address may try in a minute; each costs calls to the provider. 0: no limit. Behind a proxy, set `trustedProxies`, or all visitors share one address.","default":300,"minimum":0,"maximum":1000000},"cacheBytes":{"type":"integer","description":"Memory for verified sessions, in bytes.","default":67108864,"minimum":1048576,"maximum":17179869184}},"description":"How long a session lives and how it is made.","default":{},"additionalProperties":false},"logout":{"type":"object","required":[],"properties":{"clearSiteData":{"type":"array","items":{"enum":["cache","storage"],"description":"`cookies`, `executionContexts` and `*` are not for a gateway to send."},"default":[],"uniqueItems":true,"description":"What browsers delete of this origin at a sign-out, and where a session is refused for good (account disabled or deleted, sign-in revoked, session over): `storage` (local and session storage, databases, service workers: drafts too), `cache`. Sent as `Clear-Site-Data`, on https only. `cookies` would also delete those of other hosts of the domain, so it is not taken; the session cookie is cleared in any case."}},"description":"What the end of a session brings.","default":{},"additionalProperties":false},"paths":{"type":"object","required":[],"properties":{"login":{"type":"string","description":"Login page; everything below it is the gateway’s too.","default":"/login","pattern":"^/[A-Za-z0-9._~/-]*$"},"logout":{"type":"string","description":"Sign-out.","default":"/logout","pattern":"^/[A-Za-z0-9._~/-]*$"},"refresh":{"type":"string","description":"Token refresh.","default":"/_auth/refresh","pattern":"^/[A-Za-z0-9._~/-]*$"},"session":{"type":"string","description":"Session endpoint: sign-in and who-am-I.","default":"/_auth/session","pattern":"^/[A-Za-z0-9._~/-]*$"},"verify":{"type":"string","description":"Where proxies ask, and everything below it; see `forwardAuth`. 404 while that is off.","default":"/_auth/verify","pattern":"^/[A-Za-z0-9._~/-]*$"},"home":{"type":"string","description":"Where a visitor goes who asked for no page in particular.","default":"/","pattern":"^/[A-Za-z0-9._~/-]*$"}},"description":"Paths of the gateway itself; everything else goes to the application.","default":{},"additionalProperties":false},"redirectParameter":{"type":"string","description":"Name of the query parameter that carries the redirect target.","default":"redirect","pattern":"^[A-Za-z0-9_-]{1,64}$"},"identityHeaders":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"type":["string","null"]}},"default":{},"additionalProperties":false,"description":"Lower-case header name -> claim, beside the defaults (`x-forwarded-user`, `x-forwarded-email`, `x-forwarded-preferred-username`, `x-gatehouse-assertion`). `$idToken` sends `Bearer <id token>`, `$assertion` the signed assertion, `$signInProvider` and `$secondFactor` how the visitor signed in; the claim `email` is sent only when it is verified, `$emailUnverified` sends it in any case; null switches a header off."},"access":{"type":"object","required":[],"properties":{"default":{"enum":["signed-in","public"],"default":"signed-in","description":"For requests that no rule matches."},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","description":"`/exact`, or `/folder/*` for everything below it.","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$","description":"Host the rule is for, without a port; `*.example.com` for all hosts one label below. All hosts when left out."},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1,"description":"HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too."},"allow":{"description":"`public`, `signed-in`, or a claim condition `{ claim, oneOf }`.","if":{"type":"object"},"then":{"type":"object","required":["claim","oneOf"],"properties":{"claim":{"type":"string","description":"Name of a claim of the id token.","minLength":1},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1,"description":"Values that let a visitor pass; a claim that is a list passes when one of its members is here."},"allowUnverified":{"type":"boolean","description":"With the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address."}},"additionalProperties":false},"else":{"enum":["public","signed-in"]}}},"additionalProperties":false},"default":[],"description":"Rules, in order."}},"description":"Who may see what. The first rule that matches decides.","default":{},"additionalProperties":false},"login":{"type":"object","required":[],"properties":{"methods":{"type":"object","required":[],"properties":{"password":{"type":"boolean","description":"E-mail and password.","default":true},"emailLink":{"type":"boolean","description":"A link sent by e-mail.","default":false},"signup":{"type":"boolean","description":"Visitors may create accounts with a password. The project must allow it too; off here, an account can still be made with the public API key unless it is off there.","default":false},"askName":{"type":"boolean","description":"Ask new accounts for a name; with `signup` or `emailLink`.","default":false}},"description":"Ways to sign in beside `providers`.","default":{},"additionalProperties":false},"providers":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","description":"`google.com`, `github.com`, `microsoft.com`, `apple.com`, `facebook.com`, `twitter.com`, `yahoo.com`, or `saml.…` or `oidc.…` as the project calls it.","pattern":"^[a-z0-9][A-Za-z0-9._-]{0,127}$"},"name":{"type":"string","description":"What visitors know it by; needed for `saml.…` and `oidc.…`.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":60},"icon":{"type":["string","null"],"default":null,"description":"Icon of the button: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"scopes":{"type":"array","items":{"type":"string","minLength":1},"description":"OAuth scopes beside the default ones.","default":[]},"params":{"type":"object","patternProperties":{"^.*$":{"type":"string"}},"description":"Parameters for the provider, such as `{ hd: example.com }`."}},"additionalProperties":false},"default":[],"description":"Federated providers, in the order of their buttons."},"federated":{"type":"object","required":[],"properties":{"mode":{"enum":["auto","redirect","popup"],"default":"auto","description":"`auto`: by redirect when the helper is on our own origin, else in a popup. The page offers the other one when the first cannot work."},"helper":{"enum":["proxy","firebaseapp"],"default":"proxy","description":"`proxy`: the gateway passes `/__/auth/*` on to the auth domain, so that sign-in works where browsers keep storage of other sites apart; every provider must then know `<publicUrl>/__/auth/handler`. `firebaseapp`: browsers go to the auth domain."},"helperUrl":{"type":["string","null"],"default":null,"description":"Origin that `/__/auth/*` is passed on to; null: `https://<identityPlatform.authDomain>`, else `https://<projectId>.firebaseapp.com`.","pattern":"^https?://[^/@?#\\s]+/?$"}},"description":"How the page goes to a federated provider.","default":{},"additionalProperties":false},"mfa":{"type":"object","required":[],"properties":{"totp":{"enum":["off","optional","required"],"default":"optional","description":"Codes of an authenticator app. `optional`: asked of accounts that have them; `required`: who has no second factor sets one up, and no session begins, or passes, without one of any kind."},"sms":{"type":"boolean","description":"Codes by text message for accounts that have a phone as second factor. Loads reCAPTCHA of Google, which loosens the Content-Security-Policy.","default":false},"issuer":{"type":["string","null"],"default":null,"description":"Name in the authenticator app; null: `login.brand.name`.","minLength":1,"pattern":"^[^:]+$"}},"description":"Second factors.","default":{},"additionalProperties":false},"tenants":{"type":"object","required":[],"properties":{"byHost":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host that visitors use -> tenant that the page begins with there."},"byEmailDomain":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Domain of the e-mail address -> tenant."},"choose":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"},"name":{"type":"string","description":"What visitors know it by.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"}},"additionalProperties":false},"default":[],"description":"Tenants to choose from, as buttons."}},"description":"How the page finds out whose accounts a visitor has, where `identityPlatform.tenants` does not say. Accounts of every tenant named here and of `identityPlatform.tenantId` may pass there; the project's own may not as soon as one is named.","default":{},"additionalProperties":false},"brand":{"type":"object","required":[],"properties":{"name":{"type":"string","description":"Name of the application.","default":"Gatehouse","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"default":null,"description":"Logo above the form: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"default":null,"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null: `logo`.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"default":null,"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"default":null,"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"description":"Whose page it is.","default":{},"additionalProperties":false},"theme":{"type":"object","required":[],"properties":{"accent":{"type":["string","null"],"default":null,"description":"Buttons and links on light backgrounds; refused when it cannot be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"default":null,"description":"The same on dark backgrounds; null: the nearest shade of `accent` that can be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"mode":{"enum":["auto","light","dark"],"default":"auto","description":"`auto`: as the visitor prefers."},"radius":{"type":"integer","description":"Radius of corners, in CSS pixels.","default":10,"minimum":0,"maximum":24},"font":{"type":"string","description":"`system`, or a list of font families as in CSS; they must be installed where the visitor is.","default":"system","pattern":"^[A-Za-z0-9 ,'\"_-]{1,200}$"},"cssFile":{"type":["string","null"],"default":null,"description":"Stylesheet of your own, loaded after ours; at most 64 kB, without `@import` and addresses of other sites. Nobody checks its contrasts."}},"description":"How it looks.","default":{},"additionalProperties":false},"links":{"type":"object","required":[],"properties":{"privacy":{"type":["string","null"],"default":null,"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"default":null,"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"default":null,"description":"Help with signing in. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"default":null,"description":"Whom to ask: shown where something went wrong. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"description":"Where it points to.","default":{},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}},"default":{},"additionalProperties":false,"description":"Path -> name of what is below it, for \"to continue to …\"; the longest path that matches counts."},"hosts":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"object","properties":{"brand":{"type":"object","properties":{"name":{"type":"string","description":"Name of the application.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"description":"Logo: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null, or left out beside a `logo`: that one.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"additionalProperties":false},"theme":{"type":"object","properties":{"accent":{"type":["string","null"],"description":"Accent. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"description":"Accent on dark backgrounds; null, or left out beside an `accent`: the nearest shade of that one. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}},"additionalProperties":false},"links":{"type":"object","properties":{"privacy":{"type":["string","null"],"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"description":"Help. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"description":"Whom to ask. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}}}},"additionalProperties":false}},"default":{},"additionalProperties":false,"description":"Host -> what is different there: `brand`, `theme`, `links`, `destinations`."},"locales":{"type":"object","required":[],"properties":{"default":{"type":"string","description":"For visitors none of whose languages is enabled.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$","default":"en"},"enabled":{"type":"array","items":{"type":"string","description":"A language.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},"default":["en","de","fr","es","pt-BR","ja","zh-Hans","ar"],"minItems":1,"uniqueItems":true,"description":"Languages to offer, in the order of the switch."},"overrides":{"type":"object","patternProperties":{"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$":{"type":"object","patternProperties":{"^.*$":{"type":"string","minLength":1}}}},"default":{},"additionalProperties":false,"description":"Language -> key -> text, instead of ours. Keys are those of `login-ui/locales/en.json`; a text must have the same `{slots}`."}},"description":"Languages: en, de, fr, es, pt-BR, ja, zh-Hans, ar.","default":{},"additionalProperties":false},"security":{"type":"object","required":[],"properties":{"trustedTypes":{"enum":["auto","off"],"default":"auto","description":"`auto`: wherever no script of Google is needed."},"reportUri":{"type":["string","null"],"default":null,"description":"Where browsers report violations to: an https URL.","pattern":"^https://[^\\s;,'\"]+$"},"recaptcha":{"type":"boolean","description":"The project asks for reCAPTCHA Enterprise at sign-in: allow its scripts.","default":false}},"description":"Content-Security-Policy of the page.","default":{},"additionalProperties":false},"emulator":{"type":["string","null"],"default":null,"description":"`host:port` at which browsers reach the auth emulator, when it is not `identityPlatform.emulatorHost`.","pattern":"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"}},"description":"The login page.","default":{},"additionalProperties":false},"log":{"type":"object","required":[],"properties":{"level":{"enum":["fatal","error","warn","info","debug","trace","silent"],"default":"info","description":"Least important level that is written. Security events and the warnings of the start are written whatever it says."}},"description":"JSON lines on standard output.","default":{},"additionalProperties":false},"shutdown":{"type":"object","required":[],"properties":{"drainSeconds":{"type":"integer","description":"How long requests are still taken after `/readyz` says 503, in seconds.","default":0,"minimum":0,"maximum":600},"graceSeconds":{"type":"integer","description":"How long requests in flight may take to finish, in seconds.","default":30,"minimum":1,"maximum":3600}},"description":"What happens at SIGTERM and SIGINT.","default":{},"additionalProperties":false}},"additionalProperties":false,"title":"Gatehouse configuration"};
const func2 = Object.prototype.hasOwnProperty;
const func3 = require("ajv/dist/runtime/ucs2length").default;
const func0 = require("ajv/dist/runtime/equal").default;
const pattern0 = new RegExp("^https?://[^/@?#\\s]+/?$", "u");
const pattern1 = new RegExp("^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$", "u");
const pattern2 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");
const pattern3 = new RegExp("^[a-z0-9][a-z0-9:.-]*$", "u");
const pattern4 = new RegExp("^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$", "u");
const pattern6 = new RegExp("^[A-Za-z0-9-]+$", "u");
const pattern7 = new RegExp("^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$", "u");
const pattern8 = new RegExp("^[A-Za-z0-9_-]{1,64}$", "u");
const pattern9 = new RegExp("^[a-z0-9.-]+$", "u");
const pattern10 = new RegExp("^all$", "u");
const pattern11 = new RegExp("^/[A-Za-z0-9._~/-]*$", "u");
const pattern20 = new RegExp("^/[^*?#\\s]*(/\\*)?$|^/\\*$", "u");
const pattern21 = new RegExp("^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern22 = new RegExp("^[A-Z]+$", "u");
const pattern23 = new RegExp("^[a-z0-9][A-Za-z0-9._-]{0,127}$", "u");
const pattern24 = new RegExp("^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$", "u");
const pattern25 = new RegExp("\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$", "u");
const pattern26 = new RegExp("^.*$", "u");
const pattern28 = new RegExp("^[^:]+$", "u");
const pattern29 = new RegExp("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern42 = new RegExp("^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", "u");
const pattern44 = new RegExp("^[A-Za-z0-9 ,'\"_-]{1,200}$", "u");
const pattern45 = new RegExp("^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$", "u");
const pattern65 = new RegExp("^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$", "u");
const pattern70 = new RegExp("^https://[^\\s;,'\"]+$", "u");
const pattern71 = new RegExp("^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$", "u");

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
if(data.login === undefined){
data.login = {};
}
if(data.log === undefined){
data.log = {};
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
for(const key1 in data1){
if(!((key1 === "host") || (key1 === "port"))){
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
}
else {
const err11 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.listen.type,parentSchema:schema11.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
let data4 = data.management;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.host === undefined){
data4.host = "127.0.0.1";
}
if(data4.port === undefined){
data4.port = 9464;
}
if(data4.tokenFile === undefined){
data4.tokenFile = null;
}
for(const key2 in data4){
if(!(((key2 === "host") || (key2 === "port")) || (key2 === "tokenFile"))){
const err12 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.management,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
let data5 = data4.host;
if(typeof data5 !== "string"){
const err13 = {instancePath:instancePath+"/management/host",schemaPath:"#/properties/management/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.management.properties.host.type,parentSchema:schema11.properties.management.properties.host,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
let data6 = data4.port;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err14 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.management.properties.port.type,parentSchema:schema11.properties.management.properties.port,data:data6};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 65535 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.management.properties.port,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.management.properties.port,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
let data7 = data4.tokenFile;
if((typeof data7 !== "string") && (data7 !== null)){
const err17 = {instancePath:instancePath+"/management/tokenFile",schemaPath:"#/properties/management/properties/tokenFile/type",keyword:"type",params:{type: schema11.properties.management.properties.tokenFile.type},message:"must be string,null",schema:schema11.properties.management.properties.tokenFile.type,parentSchema:schema11.properties.management.properties.tokenFile,data:data7};
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
const err18 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.management.type,parentSchema:schema11.properties.management,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
let data8 = data.metrics;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.enabled === undefined){
data8.enabled = true;
}
if(data8.durationBuckets === undefined){
data8.durationBuckets = [0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30];
}
for(const key3 in data8){
if(!((key3 === "enabled") || (key3 === "durationBuckets"))){
const err19 = {instancePath:instancePath+"/metrics",schemaPath:"#/properties/metrics/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.metrics,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
let data9 = data8.enabled;
if(typeof data9 !== "boolean"){
const err20 = {instancePath:instancePath+"/metrics/enabled",schemaPath:"#/properties/metrics/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.metrics.properties.enabled.type,parentSchema:schema11.properties.metrics.properties.enabled,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
let data10 = data8.durationBuckets;
if(Array.isArray(data10)){
if(data10.length > 24){
const err21 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/maxItems",keyword:"maxItems",params:{limit: 24},message:"must NOT have more than 24 items",schema:24,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data10};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data10.length < 1){
const err22 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 3600 || isNaN(data11)){
const err23 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data11};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data11 <= 0 || isNaN(data11)){
const err24 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/metrics/durationBuckets/" + i0,schemaPath:"#/properties/metrics/properties/durationBuckets/items/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema11.properties.metrics.properties.durationBuckets.items.type,parentSchema:schema11.properties.metrics.properties.durationBuckets.items,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/metrics/durationBuckets",schemaPath:"#/properties/metrics/properties/durationBuckets/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.metrics.properties.durationBuckets.type,parentSchema:schema11.properties.metrics.properties.durationBuckets,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/metrics",schemaPath:"#/properties/metrics/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.metrics.type,parentSchema:schema11.properties.metrics,data:data8};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
let data12 = data.trustedProxies;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(typeof data13 === "string"){
if(func3(data13) < 1){
const err28 = {instancePath:instancePath+"/trustedProxies/" + i1,schemaPath:"#/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.trustedProxies.items,data:data13};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/trustedProxies/" + i1,schemaPath:"#/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.trustedProxies.items.type,parentSchema:schema11.properties.trustedProxies.items,data:data13};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/trustedProxies",schemaPath:"#/properties/trustedProxies/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.trustedProxies.type,parentSchema:schema11.properties.trustedProxies,data:data12};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
let data14 = data.upstream;
if((!(data14 && typeof data14 == "object" && !Array.isArray(data14))) && (data14 !== null)){
const err31 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/type",keyword:"type",params:{type: schema11.properties.upstream.type},message:"must be object,null",schema:schema11.properties.upstream.type,parentSchema:schema11.properties.upstream,data:data14};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.hostHeader === undefined){
data14.hostHeader = "public";
}
if(data14.passHeaders === undefined){
data14.passHeaders = [];
}
if(data14.sharedCaching === undefined){
data14.sharedCaching = false;
}
if(data14.connectTimeoutMs === undefined){
data14.connectTimeoutMs = 5000;
}
if(data14.headersTimeoutMs === undefined){
data14.headersTimeoutMs = 60000;
}
if(data14.idleTimeoutMs === undefined){
data14.idleTimeoutMs = 0;
}
if(data14.uploadIdleTimeoutMs === undefined){
data14.uploadIdleTimeoutMs = 60000;
}
if(data14.url === undefined){
const err32 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'",schema:schema11.properties.upstream.required,parentSchema:schema11.properties.upstream,data:data14};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
for(const key4 in data14){
if(!((((((((key4 === "url") || (key4 === "hostHeader")) || (key4 === "passHeaders")) || (key4 === "sharedCaching")) || (key4 === "connectTimeoutMs")) || (key4 === "headersTimeoutMs")) || (key4 === "idleTimeoutMs")) || (key4 === "uploadIdleTimeoutMs"))){
const err33 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.upstream,data:data14};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data14.url !== undefined){
let data15 = data14.url;
if(typeof data15 === "string"){
if(!pattern1.test(data15)){
const err34 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},message:"must match pattern \""+"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"+"\"",schema:"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$",parentSchema:schema11.properties.upstream.properties.url,data:data15};
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
const err35 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.url.type,parentSchema:schema11.properties.upstream.properties.url,data:data15};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
let data16 = data14.hostHeader;
if(!((data16 === "public") || (data16 === "upstream"))){
const err36 = {instancePath:instancePath+"/upstream/hostHeader",schemaPath:"#/properties/upstream/properties/hostHeader/enum",keyword:"enum",params:{allowedValues: schema11.properties.upstream.properties.hostHeader.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.upstream.properties.hostHeader.enum,parentSchema:schema11.properties.upstream.properties.hostHeader,data:data16};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
let data17 = data14.passHeaders;
if(Array.isArray(data17)){
const len2 = data17.length;
for(let i2=0; i2<len2; i2++){
let data18 = data17[i2];
if(typeof data18 === "string"){
if(!pattern2.test(data18)){
const err37 = {instancePath:instancePath+"/upstream/passHeaders/" + i2,schemaPath:"#/properties/upstream/properties/passHeaders/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data18};
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
const err38 = {instancePath:instancePath+"/upstream/passHeaders/" + i2,schemaPath:"#/properties/upstream/properties/passHeaders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.passHeaders.items.type,parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data18};
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
const err39 = {instancePath:instancePath+"/upstream/passHeaders",schemaPath:"#/properties/upstream/properties/passHeaders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.upstream.properties.passHeaders.type,parentSchema:schema11.properties.upstream.properties.passHeaders,data:data17};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
let data19 = data14.sharedCaching;
if(typeof data19 !== "boolean"){
const err40 = {instancePath:instancePath+"/upstream/sharedCaching",schemaPath:"#/properties/upstream/properties/sharedCaching/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.upstream.properties.sharedCaching.type,parentSchema:schema11.properties.upstream.properties.sharedCaching,data:data19};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
let data20 = data14.connectTimeoutMs;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err41 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.connectTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data20};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 600000 || isNaN(data20)){
const err42 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000",schema:600000,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data20};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data20 < 1 || isNaN(data20)){
const err43 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data20};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
let data21 = data14.headersTimeoutMs;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err44 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.headersTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data21};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 3600000 || isNaN(data21)){
const err45 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data21};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data21 < 0 || isNaN(data21)){
const err46 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data21};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
let data22 = data14.idleTimeoutMs;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err47 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.idleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data22};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 86400000 || isNaN(data22)){
const err48 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000",schema:86400000,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data22};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data22 < 0 || isNaN(data22)){
const err49 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data22};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
let data23 = data14.uploadIdleTimeoutMs;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err50 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.uploadIdleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data23};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 3600000 || isNaN(data23)){
const err51 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data23};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data23 < 0 || isNaN(data23)){
const err52 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data23};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
let data24 = data.forwardAuth;
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
if(data24.enabled === undefined){
data24.enabled = false;
}
if(data24.listen === undefined){
data24.listen = null;
}
if(data24.grpc === undefined){
data24.grpc = null;
}
if(data24.trustedProxies === undefined){
data24.trustedProxies = null;
}
if(data24.origins === undefined){
data24.origins = [];
}
for(const key5 in data24){
if(!(((((key5 === "enabled") || (key5 === "listen")) || (key5 === "grpc")) || (key5 === "trustedProxies")) || (key5 === "origins"))){
const err53 = {instancePath:instancePath+"/forwardAuth",schemaPath:"#/properties/forwardAuth/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth,data:data24};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
let data25 = data24.enabled;
if(typeof data25 !== "boolean"){
const err54 = {instancePath:instancePath+"/forwardAuth/enabled",schemaPath:"#/properties/forwardAuth/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.forwardAuth.properties.enabled.type,parentSchema:schema11.properties.forwardAuth.properties.enabled,data:data25};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
let data26 = data24.listen;
if((!(data26 && typeof data26 == "object" && !Array.isArray(data26))) && (data26 !== null)){
const err55 = {instancePath:instancePath+"/forwardAuth/listen",schemaPath:"#/properties/forwardAuth/properties/listen/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.listen.type},message:"must be object,null",schema:schema11.properties.forwardAuth.properties.listen.type,parentSchema:schema11.properties.forwardAuth.properties.listen,data:data26};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
if(data26.host === undefined){
data26.host = "127.0.0.1";
}
if(data26.port === undefined){
data26.port = 8081;
}
for(const key6 in data26){
if(!((key6 === "host") || (key6 === "port"))){
const err56 = {instancePath:instancePath+"/forwardAuth/listen",schemaPath:"#/properties/forwardAuth/properties/listen/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth.properties.listen,data:data26};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
let data27 = data26.host;
if(typeof data27 !== "string"){
const err57 = {instancePath:instancePath+"/forwardAuth/listen/host",schemaPath:"#/properties/forwardAuth/properties/listen/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.listen.properties.host.type,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.host,data:data27};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
let data28 = data26.port;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
const err58 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.forwardAuth.properties.listen.properties.port.type,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data28};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 65535 || isNaN(data28)){
const err59 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data28};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data28 < 0 || isNaN(data28)){
const err60 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data28};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
let data29 = data24.grpc;
if((!(data29 && typeof data29 == "object" && !Array.isArray(data29))) && (data29 !== null)){
const err61 = {instancePath:instancePath+"/forwardAuth/grpc",schemaPath:"#/properties/forwardAuth/properties/grpc/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.grpc.type},message:"must be object,null",schema:schema11.properties.forwardAuth.properties.grpc.type,parentSchema:schema11.properties.forwardAuth.properties.grpc,data:data29};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
if(data29.host === undefined){
data29.host = "127.0.0.1";
}
if(data29.port === undefined){
data29.port = 8081;
}
for(const key7 in data29){
if(!((key7 === "host") || (key7 === "port"))){
const err62 = {instancePath:instancePath+"/forwardAuth/grpc",schemaPath:"#/properties/forwardAuth/properties/grpc/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth.properties.grpc,data:data29};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
let data30 = data29.host;
if(typeof data30 !== "string"){
const err63 = {instancePath:instancePath+"/forwardAuth/grpc/host",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.grpc.properties.host.type,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.host,data:data30};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
let data31 = data29.port;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
const err64 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.forwardAuth.properties.grpc.properties.port.type,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data31};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 65535 || isNaN(data31)){
const err65 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data31};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if(data31 < 0 || isNaN(data31)){
const err66 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data31};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
let data32 = data24.trustedProxies;
if((!(Array.isArray(data32))) && (data32 !== null)){
const err67 = {instancePath:instancePath+"/forwardAuth/trustedProxies",schemaPath:"#/properties/forwardAuth/properties/trustedProxies/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.trustedProxies.type},message:"must be array,null",schema:schema11.properties.forwardAuth.properties.trustedProxies.type,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies,data:data32};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(Array.isArray(data32)){
const len3 = data32.length;
for(let i3=0; i3<len3; i3++){
let data33 = data32[i3];
if(typeof data33 === "string"){
if(func3(data33) < 1){
const err68 = {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i3,schemaPath:"#/properties/forwardAuth/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies.items,data:data33};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
else {
const err69 = {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i3,schemaPath:"#/properties/forwardAuth/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.trustedProxies.items.type,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies.items,data:data33};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
let data34 = data24.origins;
if(Array.isArray(data34)){
const len4 = data34.length;
for(let i4=0; i4<len4; i4++){
let data35 = data34[i4];
if(typeof data35 === "string"){
if(func3(data35) < 1){
const err70 = {instancePath:instancePath+"/forwardAuth/origins/" + i4,schemaPath:"#/properties/forwardAuth/properties/origins/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.forwardAuth.properties.origins.items,data:data35};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/forwardAuth/origins/" + i4,schemaPath:"#/properties/forwardAuth/properties/origins/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.origins.items.type,parentSchema:schema11.properties.forwardAuth.properties.origins.items,data:data35};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/forwardAuth/origins",schemaPath:"#/properties/forwardAuth/properties/origins/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.forwardAuth.properties.origins.type,parentSchema:schema11.properties.forwardAuth.properties.origins,data:data34};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/forwardAuth",schemaPath:"#/properties/forwardAuth/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.forwardAuth.type,parentSchema:schema11.properties.forwardAuth,data:data24};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
let data36 = data.identityPlatform;
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(data36.apiKey === undefined){
data36.apiKey = "";
}
if(data36.apiKeyFile === undefined){
data36.apiKeyFile = null;
}
if(data36.tenantId === undefined){
data36.tenantId = null;
}
if(data36.tenants === undefined){
data36.tenants = {};
}
if(data36.credentials === undefined){
data36.credentials = "";
}
if(data36.credentialsFile === undefined){
data36.credentialsFile = null;
}
if(data36.serviceAccountEmail === undefined){
data36.serviceAccountEmail = null;
}
if(data36.authDomain === undefined){
data36.authDomain = null;
}
if(data36.allowAnonymous === undefined){
data36.allowAnonymous = false;
}
if(data36.emulatorHost === undefined){
data36.emulatorHost = null;
}
if(data36.emulatorAnywhere === undefined){
data36.emulatorAnywhere = false;
}
if(data36.endpoints === undefined){
data36.endpoints = {};
}
if(data36.projectId === undefined){
const err74 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/required",keyword:"required",params:{missingProperty: "projectId"},message:"must have required property '"+"projectId"+"'",schema:schema11.properties.identityPlatform.required,parentSchema:schema11.properties.identityPlatform,data:data36};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
for(const key8 in data36){
if(!(func2.call(schema11.properties.identityPlatform.properties, key8))){
const err75 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform,data:data36};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data36.projectId !== undefined){
let data37 = data36.projectId;
if(typeof data37 === "string"){
if(func3(data37) > 64){
const err76 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data37};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(!pattern3.test(data37)){
const err77 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9:.-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9:.-]*$"+"\"",schema:"^[a-z0-9][a-z0-9:.-]*$",parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data37};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
else {
const err78 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.projectId.type,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data37};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
let data38 = data36.apiKey;
if(typeof data38 !== "string"){
const err79 = {instancePath:instancePath+"/identityPlatform/apiKey",schemaPath:"#/properties/identityPlatform/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.apiKey.type,parentSchema:schema11.properties.identityPlatform.properties.apiKey,data:data38};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
let data39 = data36.apiKeyFile;
if((typeof data39 !== "string") && (data39 !== null)){
const err80 = {instancePath:instancePath+"/identityPlatform/apiKeyFile",schemaPath:"#/properties/identityPlatform/properties/apiKeyFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.apiKeyFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.apiKeyFile.type,parentSchema:schema11.properties.identityPlatform.properties.apiKeyFile,data:data39};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
let data40 = data36.tenantId;
if((typeof data40 !== "string") && (data40 !== null)){
const err81 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.tenantId.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.tenantId.type,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data40};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if(typeof data40 === "string"){
if(func3(data40) < 1){
const err82 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data40};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
let data41 = data36.tenants;
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
for(const key9 in data41){
if(!(pattern4.test(key9))){
const err83 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data41};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
for(const key10 in data41){
if(pattern4.test(key10)){
let data42 = data41[key10];
if(typeof data42 === "string"){
if(func3(data42) < 1){
const err84 = {instancePath:instancePath+"/identityPlatform/tenants/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data42};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(!pattern6.test(data42)){
const err85 = {instancePath:instancePath+"/identityPlatform/tenants/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data42};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
else {
const err86 = {instancePath:instancePath+"/identityPlatform/tenants/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"].type,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data42};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
}
else {
const err87 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.tenants.type,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data41};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
let data43 = data36.credentials;
if(typeof data43 !== "string"){
const err88 = {instancePath:instancePath+"/identityPlatform/credentials",schemaPath:"#/properties/identityPlatform/properties/credentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.credentials.type,parentSchema:schema11.properties.identityPlatform.properties.credentials,data:data43};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
let data44 = data36.credentialsFile;
if((typeof data44 !== "string") && (data44 !== null)){
const err89 = {instancePath:instancePath+"/identityPlatform/credentialsFile",schemaPath:"#/properties/identityPlatform/properties/credentialsFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.credentialsFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.credentialsFile.type,parentSchema:schema11.properties.identityPlatform.properties.credentialsFile,data:data44};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
let data45 = data36.serviceAccountEmail;
if((typeof data45 !== "string") && (data45 !== null)){
const err90 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.serviceAccountEmail.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.serviceAccountEmail.type,parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data45};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(typeof data45 === "string"){
if(!pattern7.test(data45)){
const err91 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"+"\"",schema:"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$",parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data45};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
let data46 = data36.authDomain;
if((typeof data46 !== "string") && (data46 !== null)){
const err92 = {instancePath:instancePath+"/identityPlatform/authDomain",schemaPath:"#/properties/identityPlatform/properties/authDomain/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.authDomain.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.authDomain.type,parentSchema:schema11.properties.identityPlatform.properties.authDomain,data:data46};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
let data47 = data36.allowAnonymous;
if(typeof data47 !== "boolean"){
const err93 = {instancePath:instancePath+"/identityPlatform/allowAnonymous",schemaPath:"#/properties/identityPlatform/properties/allowAnonymous/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.allowAnonymous.type,parentSchema:schema11.properties.identityPlatform.properties.allowAnonymous,data:data47};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
let data48 = data36.emulatorHost;
if((typeof data48 !== "string") && (data48 !== null)){
const err94 = {instancePath:instancePath+"/identityPlatform/emulatorHost",schemaPath:"#/properties/identityPlatform/properties/emulatorHost/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.emulatorHost.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.emulatorHost.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorHost,data:data48};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
let data49 = data36.emulatorAnywhere;
if(typeof data49 !== "boolean"){
const err95 = {instancePath:instancePath+"/identityPlatform/emulatorAnywhere",schemaPath:"#/properties/identityPlatform/properties/emulatorAnywhere/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.emulatorAnywhere.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorAnywhere,data:data49};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
let data50 = data36.endpoints;
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
if(data50.identityToolkit === undefined){
data50.identityToolkit = "https://identitytoolkit.googleapis.com";
}
if(data50.secureToken === undefined){
data50.secureToken = "https://securetoken.googleapis.com";
}
if(data50.certificates === undefined){
data50.certificates = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
}
if(data50.oauthToken === undefined){
data50.oauthToken = "https://oauth2.googleapis.com/token";
}
if(data50.sts === undefined){
data50.sts = "https://sts.googleapis.com/v1/token";
}
if(data50.iamCredentials === undefined){
data50.iamCredentials = "https://iamcredentials.googleapis.com";
}
for(const key11 in data50){
if(!((((((key11 === "identityToolkit") || (key11 === "secureToken")) || (key11 === "certificates")) || (key11 === "oauthToken")) || (key11 === "sts")) || (key11 === "iamCredentials"))){
const err96 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data50};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
let data51 = data50.identityToolkit;
if(typeof data51 !== "string"){
const err97 = {instancePath:instancePath+"/identityPlatform/endpoints/identityToolkit",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/identityToolkit/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit,data:data51};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
let data52 = data50.secureToken;
if(typeof data52 !== "string"){
const err98 = {instancePath:instancePath+"/identityPlatform/endpoints/secureToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/secureToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken,data:data52};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
let data53 = data50.certificates;
if(typeof data53 !== "string"){
const err99 = {instancePath:instancePath+"/identityPlatform/endpoints/certificates",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/certificates/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates,data:data53};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
let data54 = data50.oauthToken;
if(typeof data54 !== "string"){
const err100 = {instancePath:instancePath+"/identityPlatform/endpoints/oauthToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/oauthToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken,data:data54};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
let data55 = data50.sts;
if(typeof data55 !== "string"){
const err101 = {instancePath:instancePath+"/identityPlatform/endpoints/sts",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/sts/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.sts.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.sts,data:data55};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
let data56 = data50.iamCredentials;
if(typeof data56 !== "string"){
const err102 = {instancePath:instancePath+"/identityPlatform/endpoints/iamCredentials",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/iamCredentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials,data:data56};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
else {
const err103 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.endpoints.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data50};
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
const err104 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.type,parentSchema:schema11.properties.identityPlatform,data:data36};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
let data57 = data.cookie;
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
if(data57.name === undefined){
data57.name = null;
}
if(data57.allowPlainName === undefined){
data57.allowPlainName = false;
}
if(data57.domain === undefined){
data57.domain = null;
}
if(data57.sameSite === undefined){
data57.sameSite = "lax";
}
if(data57.signatureKeys === undefined){
data57.signatureKeys = [];
}
if(data57.signatureKeysFile === undefined){
data57.signatureKeysFile = null;
}
for(const key12 in data57){
if(!((((((key12 === "name") || (key12 === "allowPlainName")) || (key12 === "domain")) || (key12 === "sameSite")) || (key12 === "signatureKeys")) || (key12 === "signatureKeysFile"))){
const err105 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.cookie,data:data57};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
let data58 = data57.name;
if((typeof data58 !== "string") && (data58 !== null)){
const err106 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/type",keyword:"type",params:{type: schema11.properties.cookie.properties.name.type},message:"must be string,null",schema:schema11.properties.cookie.properties.name.type,parentSchema:schema11.properties.cookie.properties.name,data:data58};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
if(typeof data58 === "string"){
if(!pattern8.test(data58)){
const err107 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.cookie.properties.name,data:data58};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
let data59 = data57.allowPlainName;
if(typeof data59 !== "boolean"){
const err108 = {instancePath:instancePath+"/cookie/allowPlainName",schemaPath:"#/properties/cookie/properties/allowPlainName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.cookie.properties.allowPlainName.type,parentSchema:schema11.properties.cookie.properties.allowPlainName,data:data59};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
let data60 = data57.domain;
if((typeof data60 !== "string") && (data60 !== null)){
const err109 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/type",keyword:"type",params:{type: schema11.properties.cookie.properties.domain.type},message:"must be string,null",schema:schema11.properties.cookie.properties.domain.type,parentSchema:schema11.properties.cookie.properties.domain,data:data60};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
if(typeof data60 === "string"){
if(!pattern9.test(data60)){
const err110 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\"",schema:"^[a-z0-9.-]+$",parentSchema:schema11.properties.cookie.properties.domain,data:data60};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
let data61 = data57.sameSite;
if(!(((data61 === "lax") || (data61 === "strict")) || (data61 === "none"))){
const err111 = {instancePath:instancePath+"/cookie/sameSite",schemaPath:"#/properties/cookie/properties/sameSite/enum",keyword:"enum",params:{allowedValues: schema11.properties.cookie.properties.sameSite.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.cookie.properties.sameSite.enum,parentSchema:schema11.properties.cookie.properties.sameSite,data:data61};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
let data62 = data57.signatureKeys;
if(Array.isArray(data62)){
const len5 = data62.length;
for(let i5=0; i5<len5; i5++){
let data63 = data62[i5];
if(typeof data63 === "string"){
if(func3(data63) < 1){
const err112 = {instancePath:instancePath+"/cookie/signatureKeys/" + i5,schemaPath:"#/properties/cookie/properties/signatureKeys/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data63};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
else {
const err113 = {instancePath:instancePath+"/cookie/signatureKeys/" + i5,schemaPath:"#/properties/cookie/properties/signatureKeys/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.cookie.properties.signatureKeys.items.type,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data63};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
}
else {
const err114 = {instancePath:instancePath+"/cookie/signatureKeys",schemaPath:"#/properties/cookie/properties/signatureKeys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.cookie.properties.signatureKeys.type,parentSchema:schema11.properties.cookie.properties.signatureKeys,data:data62};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
let data64 = data57.signatureKeysFile;
if((typeof data64 !== "string") && (data64 !== null)){
const err115 = {instancePath:instancePath+"/cookie/signatureKeysFile",schemaPath:"#/properties/cookie/properties/signatureKeysFile/type",keyword:"type",params:{type: schema11.properties.cookie.properties.signatureKeysFile.type},message:"must be string,null",schema:schema11.properties.cookie.properties.signatureKeysFile.type,parentSchema:schema11.properties.cookie.properties.signatureKeysFile,data:data64};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
else {
const err116 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.cookie.type,parentSchema:schema11.properties.cookie,data:data57};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
let data65 = data.hsts;
if((!(data65 && typeof data65 == "object" && !Array.isArray(data65))) && (data65 !== null)){
const err117 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/type",keyword:"type",params:{type: schema11.properties.hsts.type},message:"must be object,null",schema:schema11.properties.hsts.type,parentSchema:schema11.properties.hsts,data:data65};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
if(data65.maxAgeSeconds === undefined){
data65.maxAgeSeconds = 31536000;
}
if(data65.includeSubDomains === undefined){
data65.includeSubDomains = false;
}
if(data65.preload === undefined){
data65.preload = false;
}
for(const key13 in data65){
if(!(((key13 === "maxAgeSeconds") || (key13 === "includeSubDomains")) || (key13 === "preload"))){
const err118 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.hsts,data:data65};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
let data66 = data65.maxAgeSeconds;
if(!(((typeof data66 == "number") && (!(data66 % 1) && !isNaN(data66))) && (isFinite(data66)))){
const err119 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.hsts.properties.maxAgeSeconds.type,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data66};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
if((typeof data66 == "number") && (isFinite(data66))){
if(data66 > 315360000 || isNaN(data66)){
const err120 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000",schema:315360000,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data66};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
if(data66 < 0 || isNaN(data66)){
const err121 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data66};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
let data67 = data65.includeSubDomains;
if(typeof data67 !== "boolean"){
const err122 = {instancePath:instancePath+"/hsts/includeSubDomains",schemaPath:"#/properties/hsts/properties/includeSubDomains/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.includeSubDomains.type,parentSchema:schema11.properties.hsts.properties.includeSubDomains,data:data67};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
let data68 = data65.preload;
if(typeof data68 !== "boolean"){
const err123 = {instancePath:instancePath+"/hsts/preload",schemaPath:"#/properties/hsts/properties/preload/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.preload.type,parentSchema:schema11.properties.hsts.properties.preload,data:data68};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
let data69 = data.session;
if(data69 && typeof data69 == "object" && !Array.isArray(data69)){
if(data69.absoluteSeconds === undefined){
data69.absoluteSeconds = 1209600;
}
if(data69.idleSeconds === undefined){
data69.idleSeconds = 0;
}
if(data69.revocationCheckSeconds === undefined){
data69.revocationCheckSeconds = 300;
}
if(data69.expiredGraceSeconds === undefined){
data69.expiredGraceSeconds = 0;
}
if(data69.acquire === undefined){
data69.acquire = "auto";
}
if(data69.maxSignInAgeSeconds === undefined){
data69.maxSignInAgeSeconds = 900;
}
if(data69.requireVerifiedEmail === undefined){
data69.requireVerifiedEmail = false;
}
if(data69.visibleClaims === undefined){
data69.visibleClaims = null;
}
if(data69.signInProviders === undefined){
data69.signInProviders = null;
}
if(data69.signInsPerMinute === undefined){
data69.signInsPerMinute = 300;
}
if(data69.cacheBytes === undefined){
data69.cacheBytes = 67108864;
}
for(const key14 in data69){
if(!(func2.call(schema11.properties.session.properties, key14))){
const err124 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.session,data:data69};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
let data70 = data69.absoluteSeconds;
if(!(((typeof data70 == "number") && (!(data70 % 1) && !isNaN(data70))) && (isFinite(data70)))){
const err125 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.absoluteSeconds.type,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data70};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if((typeof data70 == "number") && (isFinite(data70))){
if(data70 > 31536000 || isNaN(data70)){
const err126 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data70};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
if(data70 < 60 || isNaN(data70)){
const err127 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data70};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
let data71 = data69.idleSeconds;
if(!(((typeof data71 == "number") && (!(data71 % 1) && !isNaN(data71))) && (isFinite(data71)))){
const err128 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.idleSeconds.type,parentSchema:schema11.properties.session.properties.idleSeconds,data:data71};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
if((typeof data71 == "number") && (isFinite(data71))){
if(data71 > 31536000 || isNaN(data71)){
const err129 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.idleSeconds,data:data71};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
if(data71 < 0 || isNaN(data71)){
const err130 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.idleSeconds,data:data71};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
let data72 = data69.revocationCheckSeconds;
if(!(((typeof data72 == "number") && (!(data72 % 1) && !isNaN(data72))) && (isFinite(data72)))){
const err131 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.revocationCheckSeconds.type,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data72};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
if((typeof data72 == "number") && (isFinite(data72))){
if(data72 > 86400 || isNaN(data72)){
const err132 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data72};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
if(data72 < 0 || isNaN(data72)){
const err133 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data72};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
let data73 = data69.expiredGraceSeconds;
if(!(((typeof data73 == "number") && (!(data73 % 1) && !isNaN(data73))) && (isFinite(data73)))){
const err134 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.expiredGraceSeconds.type,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data73};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
if((typeof data73 == "number") && (isFinite(data73))){
if(data73 > 86400 || isNaN(data73)){
const err135 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data73};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
if(data73 < 0 || isNaN(data73)){
const err136 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data73};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
let data74 = data69.acquire;
if(!(((data74 === "auto") || (data74 === "exchange")) || (data74 === "handover"))){
const err137 = {instancePath:instancePath+"/session/acquire",schemaPath:"#/properties/session/properties/acquire/enum",keyword:"enum",params:{allowedValues: schema11.properties.session.properties.acquire.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.session.properties.acquire.enum,parentSchema:schema11.properties.session.properties.acquire,data:data74};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
let data75 = data69.maxSignInAgeSeconds;
if(!(((typeof data75 == "number") && (!(data75 % 1) && !isNaN(data75))) && (isFinite(data75)))){
const err138 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.maxSignInAgeSeconds.type,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data75};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
if((typeof data75 == "number") && (isFinite(data75))){
if(data75 > 86400 || isNaN(data75)){
const err139 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data75};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
if(data75 < 60 || isNaN(data75)){
const err140 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data75};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
let data76 = data69.requireVerifiedEmail;
if(typeof data76 !== "boolean"){
const err141 = {instancePath:instancePath+"/session/requireVerifiedEmail",schemaPath:"#/properties/session/properties/requireVerifiedEmail/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.session.properties.requireVerifiedEmail.type,parentSchema:schema11.properties.session.properties.requireVerifiedEmail,data:data76};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
let data77 = data69.visibleClaims;
if(((!(Array.isArray(data77))) && (typeof data77 !== "string")) && (data77 !== null)){
const err142 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/type",keyword:"type",params:{type: schema11.properties.session.properties.visibleClaims.type},message:"must be array,string,null",schema:schema11.properties.session.properties.visibleClaims.type,parentSchema:schema11.properties.session.properties.visibleClaims,data:data77};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
if(typeof data77 === "string"){
if(!pattern10.test(data77)){
const err143 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/pattern",keyword:"pattern",params:{pattern: "^all$"},message:"must match pattern \""+"^all$"+"\"",schema:"^all$",parentSchema:schema11.properties.session.properties.visibleClaims,data:data77};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(Array.isArray(data77)){
const len6 = data77.length;
for(let i6=0; i6<len6; i6++){
let data78 = data77[i6];
if(typeof data78 === "string"){
if(func3(data78) < 1){
const err144 = {instancePath:instancePath+"/session/visibleClaims/" + i6,schemaPath:"#/properties/session/properties/visibleClaims/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data78};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
else {
const err145 = {instancePath:instancePath+"/session/visibleClaims/" + i6,schemaPath:"#/properties/session/properties/visibleClaims/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.visibleClaims.items.type,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data78};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
}
let data79 = data69.signInProviders;
if((!(Array.isArray(data79))) && (data79 !== null)){
const err146 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/type",keyword:"type",params:{type: schema11.properties.session.properties.signInProviders.type},message:"must be array,null",schema:schema11.properties.session.properties.signInProviders.type,parentSchema:schema11.properties.session.properties.signInProviders,data:data79};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
if(Array.isArray(data79)){
if(data79.length < 1){
const err147 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.session.properties.signInProviders,data:data79};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
const len7 = data79.length;
for(let i7=0; i7<len7; i7++){
let data80 = data79[i7];
if(typeof data80 === "string"){
if(func3(data80) > 128){
const err148 = {instancePath:instancePath+"/session/signInProviders/" + i7,schemaPath:"#/properties/session/properties/signInProviders/items/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data80};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
if(func3(data80) < 1){
const err149 = {instancePath:instancePath+"/session/signInProviders/" + i7,schemaPath:"#/properties/session/properties/signInProviders/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data80};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
else {
const err150 = {instancePath:instancePath+"/session/signInProviders/" + i7,schemaPath:"#/properties/session/properties/signInProviders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.signInProviders.items.type,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data80};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
let i8 = data79.length;
let j0;
if(i8 > 1){
const indices0 = {};
for(;i8--;){
let item0 = data79[i8];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err151 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/uniqueItems",keyword:"uniqueItems",params:{i: i8, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i8+" are identical)",schema:true,parentSchema:schema11.properties.session.properties.signInProviders,data:data79};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
break;
}
indices0[item0] = i8;
}
}
}
let data81 = data69.signInsPerMinute;
if(!(((typeof data81 == "number") && (!(data81 % 1) && !isNaN(data81))) && (isFinite(data81)))){
const err152 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.signInsPerMinute.type,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data81};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
if((typeof data81 == "number") && (isFinite(data81))){
if(data81 > 1000000 || isNaN(data81)){
const err153 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data81};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
if(data81 < 0 || isNaN(data81)){
const err154 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data81};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
let data82 = data69.cacheBytes;
if(!(((typeof data82 == "number") && (!(data82 % 1) && !isNaN(data82))) && (isFinite(data82)))){
const err155 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.cacheBytes.type,parentSchema:schema11.properties.session.properties.cacheBytes,data:data82};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
if((typeof data82 == "number") && (isFinite(data82))){
if(data82 > 17179869184 || isNaN(data82)){
const err156 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 17179869184},message:"must be <= 17179869184",schema:17179869184,parentSchema:schema11.properties.session.properties.cacheBytes,data:data82};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if(data82 < 1048576 || isNaN(data82)){
const err157 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema11.properties.session.properties.cacheBytes,data:data82};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
}
else {
const err158 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.session.type,parentSchema:schema11.properties.session,data:data69};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
let data83 = data.logout;
if(data83 && typeof data83 == "object" && !Array.isArray(data83)){
if(data83.clearSiteData === undefined){
data83.clearSiteData = [];
}
for(const key15 in data83){
if(!(key15 === "clearSiteData")){
const err159 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.logout,data:data83};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
let data84 = data83.clearSiteData;
if(Array.isArray(data84)){
const len8 = data84.length;
for(let i9=0; i9<len8; i9++){
let data85 = data84[i9];
if(!((data85 === "cache") || (data85 === "storage"))){
const err160 = {instancePath:instancePath+"/logout/clearSiteData/" + i9,schemaPath:"#/properties/logout/properties/clearSiteData/items/enum",keyword:"enum",params:{allowedValues: schema11.properties.logout.properties.clearSiteData.items.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.logout.properties.clearSiteData.items.enum,parentSchema:schema11.properties.logout.properties.clearSiteData.items,data:data85};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
let i10 = data84.length;
let j1;
if(i10 > 1){
outer0:
for(;i10--;){
for(j1 = i10; j1--;){
if(func0(data84[i10], data84[j1])){
const err161 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/uniqueItems",keyword:"uniqueItems",params:{i: i10, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i10+" are identical)",schema:true,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data84};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err162 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.logout.properties.clearSiteData.type,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data84};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
else {
const err163 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.logout.type,parentSchema:schema11.properties.logout,data:data83};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
let data86 = data.paths;
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
if(data86.login === undefined){
data86.login = "/login";
}
if(data86.logout === undefined){
data86.logout = "/logout";
}
if(data86.refresh === undefined){
data86.refresh = "/_auth/refresh";
}
if(data86.session === undefined){
data86.session = "/_auth/session";
}
if(data86.verify === undefined){
data86.verify = "/_auth/verify";
}
if(data86.home === undefined){
data86.home = "/";
}
for(const key16 in data86){
if(!((((((key16 === "login") || (key16 === "logout")) || (key16 === "refresh")) || (key16 === "session")) || (key16 === "verify")) || (key16 === "home"))){
const err164 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.paths,data:data86};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
let data87 = data86.login;
if(typeof data87 === "string"){
if(!pattern11.test(data87)){
const err165 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.login,data:data87};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
else {
const err166 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.login.type,parentSchema:schema11.properties.paths.properties.login,data:data87};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
let data88 = data86.logout;
if(typeof data88 === "string"){
if(!pattern11.test(data88)){
const err167 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.logout,data:data88};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
else {
const err168 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.logout.type,parentSchema:schema11.properties.paths.properties.logout,data:data88};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
let data89 = data86.refresh;
if(typeof data89 === "string"){
if(!pattern11.test(data89)){
const err169 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.refresh,data:data89};
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
const err170 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.refresh.type,parentSchema:schema11.properties.paths.properties.refresh,data:data89};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
let data90 = data86.session;
if(typeof data90 === "string"){
if(!pattern11.test(data90)){
const err171 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.session,data:data90};
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
const err172 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.session.type,parentSchema:schema11.properties.paths.properties.session,data:data90};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
let data91 = data86.verify;
if(typeof data91 === "string"){
if(!pattern11.test(data91)){
const err173 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.verify,data:data91};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
}
else {
const err174 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.verify.type,parentSchema:schema11.properties.paths.properties.verify,data:data91};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
let data92 = data86.home;
if(typeof data92 === "string"){
if(!pattern11.test(data92)){
const err175 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.home,data:data92};
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
const err176 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.home.type,parentSchema:schema11.properties.paths.properties.home,data:data92};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
else {
const err177 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.paths.type,parentSchema:schema11.properties.paths,data:data86};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
let data93 = data.redirectParameter;
if(typeof data93 === "string"){
if(!pattern8.test(data93)){
const err178 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.redirectParameter,data:data93};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
}
else {
const err179 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.redirectParameter.type,parentSchema:schema11.properties.redirectParameter,data:data93};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
let data94 = data.identityHeaders;
if(data94 && typeof data94 == "object" && !Array.isArray(data94)){
for(const key17 in data94){
if(!(pattern2.test(key17))){
const err180 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityHeaders,data:data94};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
for(const key18 in data94){
if(pattern2.test(key18)){
let data95 = data94[key18];
if((typeof data95 !== "string") && (data95 !== null)){
const err181 = {instancePath:instancePath+"/identityHeaders/" + key18.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityHeaders/patternProperties/%5E%5Ba-z0-9%5D%5Ba-z0-9-%5D*%24/type",keyword:"type",params:{type: schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type},message:"must be string,null",schema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type,parentSchema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"],data:data95};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
}
}
}
else {
const err182 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityHeaders.type,parentSchema:schema11.properties.identityHeaders,data:data94};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
let data96 = data.access;
if(data96 && typeof data96 == "object" && !Array.isArray(data96)){
if(data96.default === undefined){
data96.default = "signed-in";
}
if(data96.rules === undefined){
data96.rules = [];
}
for(const key19 in data96){
if(!((key19 === "default") || (key19 === "rules"))){
const err183 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access,data:data96};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
}
let data97 = data96.default;
if(!((data97 === "signed-in") || (data97 === "public"))){
const err184 = {instancePath:instancePath+"/access/default",schemaPath:"#/properties/access/properties/default/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.default.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.default.enum,parentSchema:schema11.properties.access.properties.default,data:data97};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
let data98 = data96.rules;
if(Array.isArray(data98)){
const len9 = data98.length;
for(let i11=0; i11<len9; i11++){
let data99 = data98[i11];
if(data99 && typeof data99 == "object" && !Array.isArray(data99)){
if(data99.path === undefined){
const err185 = {instancePath:instancePath+"/access/rules/" + i11,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data99};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
if(data99.allow === undefined){
const err186 = {instancePath:instancePath+"/access/rules/" + i11,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data99};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
for(const key20 in data99){
if(!((((key20 === "path") || (key20 === "host")) || (key20 === "methods")) || (key20 === "allow"))){
const err187 = {instancePath:instancePath+"/access/rules/" + i11,schemaPath:"#/properties/access/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items,data:data99};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
if(data99.path !== undefined){
let data100 = data99.path;
if(typeof data100 === "string"){
if(!pattern20.test(data100)){
const err188 = {instancePath:instancePath+"/access/rules/" + i11+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\"",schema:"^/[^*?#\\s]*(/\\*)?$|^/\\*$",parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data100};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
else {
const err189 = {instancePath:instancePath+"/access/rules/" + i11+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.path.type,parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data100};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
}
if(data99.host !== undefined){
let data101 = data99.host;
if(typeof data101 === "string"){
if(!pattern21.test(data101)){
const err190 = {instancePath:instancePath+"/access/rules/" + i11+"/host",schemaPath:"#/properties/access/properties/rules/items/properties/host/pattern",keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.access.properties.rules.items.properties.host,data:data101};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
else {
const err191 = {instancePath:instancePath+"/access/rules/" + i11+"/host",schemaPath:"#/properties/access/properties/rules/items/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.host.type,parentSchema:schema11.properties.access.properties.rules.items.properties.host,data:data101};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
if(data99.methods !== undefined){
let data102 = data99.methods;
if(Array.isArray(data102)){
if(data102.length < 1){
const err192 = {instancePath:instancePath+"/access/rules/" + i11+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data102};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
const len10 = data102.length;
for(let i12=0; i12<len10; i12++){
let data103 = data102[i12];
if(typeof data103 === "string"){
if(!pattern22.test(data103)){
const err193 = {instancePath:instancePath+"/access/rules/" + i11+"/methods/" + i12,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\"",schema:"^[A-Z]+$",parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data103};
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
const err194 = {instancePath:instancePath+"/access/rules/" + i11+"/methods/" + i12,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.methods.items.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data103};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
}
else {
const err195 = {instancePath:instancePath+"/access/rules/" + i11+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.items.properties.methods.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data102};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
if(data99.allow !== undefined){
let data104 = data99.allow;
const _errs224 = errors;
let valid43 = true;
const _errs225 = errors;
if(!(data104 && typeof data104 == "object" && !Array.isArray(data104))){
const err196 = {};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
var _valid0 = _errs225 === errors;
errors = _errs224;
if(vErrors !== null){
if(_errs224){
vErrors.length = _errs224;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs227 = errors;
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
if(data104.claim === undefined){
const err197 = {instancePath:instancePath+"/access/rules/" + i11+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/required",keyword:"required",params:{missingProperty: "claim"},message:"must have required property '"+"claim"+"'",schema:schema11.properties.access.properties.rules.items.properties.allow.then.required,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data104};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
if(data104.oneOf === undefined){
const err198 = {instancePath:instancePath+"/access/rules/" + i11+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/required",keyword:"required",params:{missingProperty: "oneOf"},message:"must have required property '"+"oneOf"+"'",schema:schema11.properties.access.properties.rules.items.properties.allow.then.required,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data104};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
for(const key21 in data104){
if(!(((key21 === "claim") || (key21 === "oneOf")) || (key21 === "allowUnverified"))){
const err199 = {instancePath:instancePath+"/access/rules/" + i11+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key21},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data104};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
}
if(data104.claim !== undefined){
let data105 = data104.claim;
if(typeof data105 === "string"){
if(func3(data105) < 1){
const err200 = {instancePath:instancePath+"/access/rules/" + i11+"/allow/claim",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/claim/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim,data:data105};
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
const err201 = {instancePath:instancePath+"/access/rules/" + i11+"/allow/claim",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/claim/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim,data:data105};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
}
if(data104.oneOf !== undefined){
let data106 = data104.oneOf;
if(Array.isArray(data106)){
if(data106.length < 1){
const err202 = {instancePath:instancePath+"/access/rules/" + i11+"/allow/oneOf",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf,data:data106};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
const len11 = data106.length;
for(let i13=0; i13<len11; i13++){
let data107 = data106[i13];
if(((typeof data107 !== "string") && (!((typeof data107 == "number") && (isFinite(data107))))) && (typeof data107 !== "boolean")){
const err203 = {instancePath:instancePath+"/access/rules/" + i11+"/allow/oneOf/" + i13,schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/items/type",keyword:"type",params:{type: schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items.type},message:"must be string,number,boolean",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items,data:data107};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
}
}
else {
const err204 = {instancePath:instancePath+"/access/rules/" + i11+"/allow/oneOf",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf,data:data106};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
}
if(data104.allowUnverified !== undefined){
let data108 = data104.allowUnverified;
if(typeof data108 !== "boolean"){
const err205 = {instancePath:instancePath+"/access/rules/" + i11+"/allow/allowUnverified",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/allowUnverified/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.allowUnverified.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.allowUnverified,data:data108};
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
else {
const err206 = {instancePath:instancePath+"/access/rules/" + i11+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.properties.allow.then.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data104};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
var _valid0 = _errs227 === errors;
valid43 = _valid0;
ifClause0 = "then";
}
else {
const _errs238 = errors;
if(!((data104 === "public") || (data104 === "signed-in"))){
const err207 = {instancePath:instancePath+"/access/rules/" + i11+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/else/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.rules.items.properties.allow.else.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.rules.items.properties.allow.else.enum,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.else,data:data104};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
var _valid0 = _errs238 === errors;
valid43 = _valid0;
ifClause0 = "else";
}
if(!valid43){
const err208 = {instancePath:instancePath+"/access/rules/" + i11+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema11.properties.access.properties.rules.items.properties.allow.if,parentSchema:schema11.properties.access.properties.rules.items.properties.allow,data:data104};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
}
}
else {
const err209 = {instancePath:instancePath+"/access/rules/" + i11,schemaPath:"#/properties/access/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.type,parentSchema:schema11.properties.access.properties.rules.items,data:data99};
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
else {
const err210 = {instancePath:instancePath+"/access/rules",schemaPath:"#/properties/access/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.type,parentSchema:schema11.properties.access.properties.rules,data:data98};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
}
else {
const err211 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.type,parentSchema:schema11.properties.access,data:data96};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
let data109 = data.login;
if(data109 && typeof data109 == "object" && !Array.isArray(data109)){
if(data109.methods === undefined){
data109.methods = {};
}
if(data109.providers === undefined){
data109.providers = [];
}
if(data109.federated === undefined){
data109.federated = {};
}
if(data109.mfa === undefined){
data109.mfa = {};
}
if(data109.tenants === undefined){
data109.tenants = {};
}
if(data109.brand === undefined){
data109.brand = {};
}
if(data109.theme === undefined){
data109.theme = {};
}
if(data109.links === undefined){
data109.links = {};
}
if(data109.destinations === undefined){
data109.destinations = {};
}
if(data109.hosts === undefined){
data109.hosts = {};
}
if(data109.locales === undefined){
data109.locales = {};
}
if(data109.security === undefined){
data109.security = {};
}
if(data109.emulator === undefined){
data109.emulator = null;
}
for(const key22 in data109){
if(!(func2.call(schema11.properties.login.properties, key22))){
const err212 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login,data:data109};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
}
let data110 = data109.methods;
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
if(data110.password === undefined){
data110.password = true;
}
if(data110.emailLink === undefined){
data110.emailLink = false;
}
if(data110.signup === undefined){
data110.signup = false;
}
if(data110.askName === undefined){
data110.askName = false;
}
for(const key23 in data110){
if(!((((key23 === "password") || (key23 === "emailLink")) || (key23 === "signup")) || (key23 === "askName"))){
const err213 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.methods,data:data110};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
}
let data111 = data110.password;
if(typeof data111 !== "boolean"){
const err214 = {instancePath:instancePath+"/login/methods/password",schemaPath:"#/properties/login/properties/methods/properties/password/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.password.type,parentSchema:schema11.properties.login.properties.methods.properties.password,data:data111};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
let data112 = data110.emailLink;
if(typeof data112 !== "boolean"){
const err215 = {instancePath:instancePath+"/login/methods/emailLink",schemaPath:"#/properties/login/properties/methods/properties/emailLink/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.emailLink.type,parentSchema:schema11.properties.login.properties.methods.properties.emailLink,data:data112};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
let data113 = data110.signup;
if(typeof data113 !== "boolean"){
const err216 = {instancePath:instancePath+"/login/methods/signup",schemaPath:"#/properties/login/properties/methods/properties/signup/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.signup.type,parentSchema:schema11.properties.login.properties.methods.properties.signup,data:data113};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
let data114 = data110.askName;
if(typeof data114 !== "boolean"){
const err217 = {instancePath:instancePath+"/login/methods/askName",schemaPath:"#/properties/login/properties/methods/properties/askName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.askName.type,parentSchema:schema11.properties.login.properties.methods.properties.askName,data:data114};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
}
else {
const err218 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.methods.type,parentSchema:schema11.properties.login.properties.methods,data:data110};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
let data115 = data109.providers;
if(Array.isArray(data115)){
const len12 = data115.length;
for(let i14=0; i14<len12; i14++){
let data116 = data115[i14];
if(data116 && typeof data116 == "object" && !Array.isArray(data116)){
if(data116.icon === undefined){
data116.icon = null;
}
if(data116.scopes === undefined){
data116.scopes = [];
}
if(data116.id === undefined){
const err219 = {instancePath:instancePath+"/login/providers/" + i14,schemaPath:"#/properties/login/properties/providers/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.providers.items.required,parentSchema:schema11.properties.login.properties.providers.items,data:data116};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
for(const key24 in data116){
if(!(((((key24 === "id") || (key24 === "name")) || (key24 === "icon")) || (key24 === "scopes")) || (key24 === "params"))){
const err220 = {instancePath:instancePath+"/login/providers/" + i14,schemaPath:"#/properties/login/properties/providers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key24},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.providers.items,data:data116};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
}
if(data116.id !== undefined){
let data117 = data116.id;
if(typeof data117 === "string"){
if(!pattern23.test(data117)){
const err221 = {instancePath:instancePath+"/login/providers/" + i14+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][A-Za-z0-9._-]{0,127}$"},message:"must match pattern \""+"^[a-z0-9][A-Za-z0-9._-]{0,127}$"+"\"",schema:"^[a-z0-9][A-Za-z0-9._-]{0,127}$",parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data117};
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
const err222 = {instancePath:instancePath+"/login/providers/" + i14+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.id.type,parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data117};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
if(data116.name !== undefined){
let data118 = data116.name;
if(typeof data118 === "string"){
if(func3(data118) > 60){
const err223 = {instancePath:instancePath+"/login/providers/" + i14+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters",schema:60,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data118};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
if(!pattern24.test(data118)){
const err224 = {instancePath:instancePath+"/login/providers/" + i14+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data118};
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
const err225 = {instancePath:instancePath+"/login/providers/" + i14+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.name.type,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data118};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
}
let data119 = data116.icon;
if((typeof data119 !== "string") && (data119 !== null)){
const err226 = {instancePath:instancePath+"/login/providers/" + i14+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/type",keyword:"type",params:{type: schema11.properties.login.properties.providers.items.properties.icon.type},message:"must be string,null",schema:schema11.properties.login.properties.providers.items.properties.icon.type,parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data119};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
if(typeof data119 === "string"){
if(!pattern25.test(data119)){
const err227 = {instancePath:instancePath+"/login/providers/" + i14+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data119};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
}
let data120 = data116.scopes;
if(Array.isArray(data120)){
const len13 = data120.length;
for(let i15=0; i15<len13; i15++){
let data121 = data120[i15];
if(typeof data121 === "string"){
if(func3(data121) < 1){
const err228 = {instancePath:instancePath+"/login/providers/" + i14+"/scopes/" + i15,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data121};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
}
else {
const err229 = {instancePath:instancePath+"/login/providers/" + i14+"/scopes/" + i15,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.scopes.items.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data121};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
}
}
else {
const err230 = {instancePath:instancePath+"/login/providers/" + i14+"/scopes",schemaPath:"#/properties/login/properties/providers/items/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.items.properties.scopes.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes,data:data120};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
if(data116.params !== undefined){
let data122 = data116.params;
if(data122 && typeof data122 == "object" && !Array.isArray(data122)){
for(const key25 in data122){
if(pattern26.test(key25)){
let data123 = data122[key25];
if(typeof data123 !== "string"){
const err231 = {instancePath:instancePath+"/login/providers/" + i14+"/params/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/providers/items/properties/params/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"],data:data123};
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
const err232 = {instancePath:instancePath+"/login/providers/" + i14+"/params",schemaPath:"#/properties/login/properties/providers/items/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.properties.params.type,parentSchema:schema11.properties.login.properties.providers.items.properties.params,data:data122};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
}
}
else {
const err233 = {instancePath:instancePath+"/login/providers/" + i14,schemaPath:"#/properties/login/properties/providers/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.type,parentSchema:schema11.properties.login.properties.providers.items,data:data116};
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
else {
const err234 = {instancePath:instancePath+"/login/providers",schemaPath:"#/properties/login/properties/providers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.type,parentSchema:schema11.properties.login.properties.providers,data:data115};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
let data124 = data109.federated;
if(data124 && typeof data124 == "object" && !Array.isArray(data124)){
if(data124.mode === undefined){
data124.mode = "auto";
}
if(data124.helper === undefined){
data124.helper = "proxy";
}
if(data124.helperUrl === undefined){
data124.helperUrl = null;
}
for(const key26 in data124){
if(!(((key26 === "mode") || (key26 === "helper")) || (key26 === "helperUrl"))){
const err235 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key26},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.federated,data:data124};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
let data125 = data124.mode;
if(!(((data125 === "auto") || (data125 === "redirect")) || (data125 === "popup"))){
const err236 = {instancePath:instancePath+"/login/federated/mode",schemaPath:"#/properties/login/properties/federated/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.mode.enum,parentSchema:schema11.properties.login.properties.federated.properties.mode,data:data125};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
let data126 = data124.helper;
if(!((data126 === "proxy") || (data126 === "firebaseapp"))){
const err237 = {instancePath:instancePath+"/login/federated/helper",schemaPath:"#/properties/login/properties/federated/properties/helper/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.helper.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.helper.enum,parentSchema:schema11.properties.login.properties.federated.properties.helper,data:data126};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
let data127 = data124.helperUrl;
if((typeof data127 !== "string") && (data127 !== null)){
const err238 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/type",keyword:"type",params:{type: schema11.properties.login.properties.federated.properties.helperUrl.type},message:"must be string,null",schema:schema11.properties.login.properties.federated.properties.helperUrl.type,parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data127};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
if(typeof data127 === "string"){
if(!pattern0.test(data127)){
const err239 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data127};
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
const err240 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.federated.type,parentSchema:schema11.properties.login.properties.federated,data:data124};
if(vErrors === null){
vErrors = [err240];
}
else {
vErrors.push(err240);
}
errors++;
}
let data128 = data109.mfa;
if(data128 && typeof data128 == "object" && !Array.isArray(data128)){
if(data128.totp === undefined){
data128.totp = "optional";
}
if(data128.sms === undefined){
data128.sms = false;
}
if(data128.issuer === undefined){
data128.issuer = null;
}
for(const key27 in data128){
if(!(((key27 === "totp") || (key27 === "sms")) || (key27 === "issuer"))){
const err241 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key27},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.mfa,data:data128};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
}
let data129 = data128.totp;
if(!(((data129 === "off") || (data129 === "optional")) || (data129 === "required"))){
const err242 = {instancePath:instancePath+"/login/mfa/totp",schemaPath:"#/properties/login/properties/mfa/properties/totp/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.mfa.properties.totp.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.mfa.properties.totp.enum,parentSchema:schema11.properties.login.properties.mfa.properties.totp,data:data129};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
let data130 = data128.sms;
if(typeof data130 !== "boolean"){
const err243 = {instancePath:instancePath+"/login/mfa/sms",schemaPath:"#/properties/login/properties/mfa/properties/sms/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.mfa.properties.sms.type,parentSchema:schema11.properties.login.properties.mfa.properties.sms,data:data130};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
let data131 = data128.issuer;
if((typeof data131 !== "string") && (data131 !== null)){
const err244 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/type",keyword:"type",params:{type: schema11.properties.login.properties.mfa.properties.issuer.type},message:"must be string,null",schema:schema11.properties.login.properties.mfa.properties.issuer.type,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data131};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
if(typeof data131 === "string"){
if(func3(data131) < 1){
const err245 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data131};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
if(!pattern28.test(data131)){
const err246 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/pattern",keyword:"pattern",params:{pattern: "^[^:]+$"},message:"must match pattern \""+"^[^:]+$"+"\"",schema:"^[^:]+$",parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data131};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
}
}
else {
const err247 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.mfa.type,parentSchema:schema11.properties.login.properties.mfa,data:data128};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
let data132 = data109.tenants;
if(data132 && typeof data132 == "object" && !Array.isArray(data132)){
if(data132.byHost === undefined){
data132.byHost = {};
}
if(data132.byEmailDomain === undefined){
data132.byEmailDomain = {};
}
if(data132.choose === undefined){
data132.choose = [];
}
for(const key28 in data132){
if(!(((key28 === "byHost") || (key28 === "byEmailDomain")) || (key28 === "choose"))){
const err248 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key28},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants,data:data132};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
}
let data133 = data132.byHost;
if(data133 && typeof data133 == "object" && !Array.isArray(data133)){
for(const key29 in data133){
if(!(pattern29.test(key29))){
const err249 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key29},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data133};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
}
for(const key30 in data133){
if(pattern29.test(key30)){
let data134 = data133[key30];
if(typeof data134 === "string"){
if(func3(data134) < 1){
const err250 = {instancePath:instancePath+"/login/tenants/byHost/" + key30.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data134};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
if(!pattern6.test(data134)){
const err251 = {instancePath:instancePath+"/login/tenants/byHost/" + key30.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data134};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
}
else {
const err252 = {instancePath:instancePath+"/login/tenants/byHost/" + key30.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data134};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
}
}
}
else {
const err253 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byHost.type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data133};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
let data135 = data132.byEmailDomain;
if(data135 && typeof data135 == "object" && !Array.isArray(data135)){
for(const key31 in data135){
if(!(pattern29.test(key31))){
const err254 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key31},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data135};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
}
for(const key32 in data135){
if(pattern29.test(key32)){
let data136 = data135[key32];
if(typeof data136 === "string"){
if(func3(data136) < 1){
const err255 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key32.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data136};
if(vErrors === null){
vErrors = [err255];
}
else {
vErrors.push(err255);
}
errors++;
}
if(!pattern6.test(data136)){
const err256 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key32.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data136};
if(vErrors === null){
vErrors = [err256];
}
else {
vErrors.push(err256);
}
errors++;
}
}
else {
const err257 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key32.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data136};
if(vErrors === null){
vErrors = [err257];
}
else {
vErrors.push(err257);
}
errors++;
}
}
}
}
else {
const err258 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data135};
if(vErrors === null){
vErrors = [err258];
}
else {
vErrors.push(err258);
}
errors++;
}
let data137 = data132.choose;
if(Array.isArray(data137)){
const len14 = data137.length;
for(let i16=0; i16<len14; i16++){
let data138 = data137[i16];
if(data138 && typeof data138 == "object" && !Array.isArray(data138)){
if(data138.id === undefined){
const err259 = {instancePath:instancePath+"/login/tenants/choose/" + i16,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data138};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
if(data138.name === undefined){
const err260 = {instancePath:instancePath+"/login/tenants/choose/" + i16,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data138};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
for(const key33 in data138){
if(!((key33 === "id") || (key33 === "name"))){
const err261 = {instancePath:instancePath+"/login/tenants/choose/" + i16,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key33},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data138};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
}
if(data138.id !== undefined){
let data139 = data138.id;
if(typeof data139 === "string"){
if(func3(data139) < 1){
const err262 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data139};
if(vErrors === null){
vErrors = [err262];
}
else {
vErrors.push(err262);
}
errors++;
}
if(!pattern6.test(data139)){
const err263 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data139};
if(vErrors === null){
vErrors = [err263];
}
else {
vErrors.push(err263);
}
errors++;
}
}
else {
const err264 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data139};
if(vErrors === null){
vErrors = [err264];
}
else {
vErrors.push(err264);
}
errors++;
}
}
if(data138.name !== undefined){
let data140 = data138.name;
if(typeof data140 === "string"){
if(!pattern24.test(data140)){
const err265 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data140};
if(vErrors === null){
vErrors = [err265];
}
else {
vErrors.push(err265);
}
errors++;
}
}
else {
const err266 = {instancePath:instancePath+"/login/tenants/choose/" + i16+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data140};
if(vErrors === null){
vErrors = [err266];
}
else {
vErrors.push(err266);
}
errors++;
}
}
}
else {
const err267 = {instancePath:instancePath+"/login/tenants/choose/" + i16,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.choose.items.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data138};
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
const err268 = {instancePath:instancePath+"/login/tenants/choose",schemaPath:"#/properties/login/properties/tenants/properties/choose/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.tenants.properties.choose.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose,data:data137};
if(vErrors === null){
vErrors = [err268];
}
else {
vErrors.push(err268);
}
errors++;
}
}
else {
const err269 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.type,parentSchema:schema11.properties.login.properties.tenants,data:data132};
if(vErrors === null){
vErrors = [err269];
}
else {
vErrors.push(err269);
}
errors++;
}
let data141 = data109.brand;
if(data141 && typeof data141 == "object" && !Array.isArray(data141)){
if(data141.name === undefined){
data141.name = "Gatehouse";
}
if(data141.logo === undefined){
data141.logo = null;
}
if(data141.logoDark === undefined){
data141.logoDark = null;
}
if(data141.favicon === undefined){
data141.favicon = null;
}
if(data141.background === undefined){
data141.background = null;
}
for(const key34 in data141){
if(!(((((key34 === "name") || (key34 === "logo")) || (key34 === "logoDark")) || (key34 === "favicon")) || (key34 === "background"))){
const err270 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key34},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.brand,data:data141};
if(vErrors === null){
vErrors = [err270];
}
else {
vErrors.push(err270);
}
errors++;
}
}
let data142 = data141.name;
if(typeof data142 === "string"){
if(func3(data142) > 80){
const err271 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data142};
if(vErrors === null){
vErrors = [err271];
}
else {
vErrors.push(err271);
}
errors++;
}
if(!pattern24.test(data142)){
const err272 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.brand.properties.name,data:data142};
if(vErrors === null){
vErrors = [err272];
}
else {
vErrors.push(err272);
}
errors++;
}
}
else {
const err273 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data142};
if(vErrors === null){
vErrors = [err273];
}
else {
vErrors.push(err273);
}
errors++;
}
let data143 = data141.logo;
if((typeof data143 !== "string") && (data143 !== null)){
const err274 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data143};
if(vErrors === null){
vErrors = [err274];
}
else {
vErrors.push(err274);
}
errors++;
}
if(typeof data143 === "string"){
if(!pattern25.test(data143)){
const err275 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data143};
if(vErrors === null){
vErrors = [err275];
}
else {
vErrors.push(err275);
}
errors++;
}
}
let data144 = data141.logoDark;
if((typeof data144 !== "string") && (data144 !== null)){
const err276 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data144};
if(vErrors === null){
vErrors = [err276];
}
else {
vErrors.push(err276);
}
errors++;
}
if(typeof data144 === "string"){
if(!pattern25.test(data144)){
const err277 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data144};
if(vErrors === null){
vErrors = [err277];
}
else {
vErrors.push(err277);
}
errors++;
}
}
let data145 = data141.favicon;
if((typeof data145 !== "string") && (data145 !== null)){
const err278 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data145};
if(vErrors === null){
vErrors = [err278];
}
else {
vErrors.push(err278);
}
errors++;
}
if(typeof data145 === "string"){
if(!pattern25.test(data145)){
const err279 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data145};
if(vErrors === null){
vErrors = [err279];
}
else {
vErrors.push(err279);
}
errors++;
}
}
let data146 = data141.background;
if((typeof data146 !== "string") && (data146 !== null)){
const err280 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.brand.properties.background,data:data146};
if(vErrors === null){
vErrors = [err280];
}
else {
vErrors.push(err280);
}
errors++;
}
if(typeof data146 === "string"){
if(!pattern25.test(data146)){
const err281 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.background,data:data146};
if(vErrors === null){
vErrors = [err281];
}
else {
vErrors.push(err281);
}
errors++;
}
}
}
else {
const err282 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.brand.type,parentSchema:schema11.properties.login.properties.brand,data:data141};
if(vErrors === null){
vErrors = [err282];
}
else {
vErrors.push(err282);
}
errors++;
}
let data147 = data109.theme;
if(data147 && typeof data147 == "object" && !Array.isArray(data147)){
if(data147.accent === undefined){
data147.accent = null;
}
if(data147.accentDark === undefined){
data147.accentDark = null;
}
if(data147.mode === undefined){
data147.mode = "auto";
}
if(data147.radius === undefined){
data147.radius = 10;
}
if(data147.font === undefined){
data147.font = "system";
}
if(data147.cssFile === undefined){
data147.cssFile = null;
}
for(const key35 in data147){
if(!((((((key35 === "accent") || (key35 === "accentDark")) || (key35 === "mode")) || (key35 === "radius")) || (key35 === "font")) || (key35 === "cssFile"))){
const err283 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key35},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.theme,data:data147};
if(vErrors === null){
vErrors = [err283];
}
else {
vErrors.push(err283);
}
errors++;
}
}
let data148 = data147.accent;
if((typeof data148 !== "string") && (data148 !== null)){
const err284 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data148};
if(vErrors === null){
vErrors = [err284];
}
else {
vErrors.push(err284);
}
errors++;
}
if(typeof data148 === "string"){
if(!pattern42.test(data148)){
const err285 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data148};
if(vErrors === null){
vErrors = [err285];
}
else {
vErrors.push(err285);
}
errors++;
}
}
let data149 = data147.accentDark;
if((typeof data149 !== "string") && (data149 !== null)){
const err286 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data149};
if(vErrors === null){
vErrors = [err286];
}
else {
vErrors.push(err286);
}
errors++;
}
if(typeof data149 === "string"){
if(!pattern42.test(data149)){
const err287 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data149};
if(vErrors === null){
vErrors = [err287];
}
else {
vErrors.push(err287);
}
errors++;
}
}
let data150 = data147.mode;
if(!(((data150 === "auto") || (data150 === "light")) || (data150 === "dark"))){
const err288 = {instancePath:instancePath+"/login/theme/mode",schemaPath:"#/properties/login/properties/theme/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.theme.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.theme.properties.mode.enum,parentSchema:schema11.properties.login.properties.theme.properties.mode,data:data150};
if(vErrors === null){
vErrors = [err288];
}
else {
vErrors.push(err288);
}
errors++;
}
let data151 = data147.radius;
if(!(((typeof data151 == "number") && (!(data151 % 1) && !isNaN(data151))) && (isFinite(data151)))){
const err289 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.login.properties.theme.properties.radius.type,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data151};
if(vErrors === null){
vErrors = [err289];
}
else {
vErrors.push(err289);
}
errors++;
}
if((typeof data151 == "number") && (isFinite(data151))){
if(data151 > 24 || isNaN(data151)){
const err290 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/maximum",keyword:"maximum",params:{comparison: "<=", limit: 24},message:"must be <= 24",schema:24,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data151};
if(vErrors === null){
vErrors = [err290];
}
else {
vErrors.push(err290);
}
errors++;
}
if(data151 < 0 || isNaN(data151)){
const err291 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data151};
if(vErrors === null){
vErrors = [err291];
}
else {
vErrors.push(err291);
}
errors++;
}
}
let data152 = data147.font;
if(typeof data152 === "string"){
if(!pattern44.test(data152)){
const err292 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9 ,'\"_-]{1,200}$"},message:"must match pattern \""+"^[A-Za-z0-9 ,'\"_-]{1,200}$"+"\"",schema:"^[A-Za-z0-9 ,'\"_-]{1,200}$",parentSchema:schema11.properties.login.properties.theme.properties.font,data:data152};
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
const err293 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.theme.properties.font.type,parentSchema:schema11.properties.login.properties.theme.properties.font,data:data152};
if(vErrors === null){
vErrors = [err293];
}
else {
vErrors.push(err293);
}
errors++;
}
let data153 = data147.cssFile;
if((typeof data153 !== "string") && (data153 !== null)){
const err294 = {instancePath:instancePath+"/login/theme/cssFile",schemaPath:"#/properties/login/properties/theme/properties/cssFile/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.cssFile.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.cssFile.type,parentSchema:schema11.properties.login.properties.theme.properties.cssFile,data:data153};
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
const err295 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.theme.type,parentSchema:schema11.properties.login.properties.theme,data:data147};
if(vErrors === null){
vErrors = [err295];
}
else {
vErrors.push(err295);
}
errors++;
}
let data154 = data109.links;
if(data154 && typeof data154 == "object" && !Array.isArray(data154)){
if(data154.privacy === undefined){
data154.privacy = null;
}
if(data154.terms === undefined){
data154.terms = null;
}
if(data154.help === undefined){
data154.help = null;
}
if(data154.contact === undefined){
data154.contact = null;
}
for(const key36 in data154){
if(!((((key36 === "privacy") || (key36 === "terms")) || (key36 === "help")) || (key36 === "contact"))){
const err296 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key36},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.links,data:data154};
if(vErrors === null){
vErrors = [err296];
}
else {
vErrors.push(err296);
}
errors++;
}
}
let data155 = data154.privacy;
if((typeof data155 !== "string") && (data155 !== null)){
const err297 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data155};
if(vErrors === null){
vErrors = [err297];
}
else {
vErrors.push(err297);
}
errors++;
}
if(typeof data155 === "string"){
if(!pattern45.test(data155)){
const err298 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data155};
if(vErrors === null){
vErrors = [err298];
}
else {
vErrors.push(err298);
}
errors++;
}
}
let data156 = data154.terms;
if((typeof data156 !== "string") && (data156 !== null)){
const err299 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.links.properties.terms,data:data156};
if(vErrors === null){
vErrors = [err299];
}
else {
vErrors.push(err299);
}
errors++;
}
if(typeof data156 === "string"){
if(!pattern45.test(data156)){
const err300 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.terms,data:data156};
if(vErrors === null){
vErrors = [err300];
}
else {
vErrors.push(err300);
}
errors++;
}
}
let data157 = data154.help;
if((typeof data157 !== "string") && (data157 !== null)){
const err301 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.links.properties.help,data:data157};
if(vErrors === null){
vErrors = [err301];
}
else {
vErrors.push(err301);
}
errors++;
}
if(typeof data157 === "string"){
if(!pattern45.test(data157)){
const err302 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.help,data:data157};
if(vErrors === null){
vErrors = [err302];
}
else {
vErrors.push(err302);
}
errors++;
}
}
let data158 = data154.contact;
if((typeof data158 !== "string") && (data158 !== null)){
const err303 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.links.properties.contact,data:data158};
if(vErrors === null){
vErrors = [err303];
}
else {
vErrors.push(err303);
}
errors++;
}
if(typeof data158 === "string"){
if(!pattern45.test(data158)){
const err304 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.contact,data:data158};
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
const err305 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.links.type,parentSchema:schema11.properties.login.properties.links,data:data154};
if(vErrors === null){
vErrors = [err305];
}
else {
vErrors.push(err305);
}
errors++;
}
let data159 = data109.destinations;
if(data159 && typeof data159 == "object" && !Array.isArray(data159)){
for(const key37 in data159){
if(!(pattern11.test(key37))){
const err306 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key37},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.destinations,data:data159};
if(vErrors === null){
vErrors = [err306];
}
else {
vErrors.push(err306);
}
errors++;
}
}
for(const key38 in data159){
if(pattern11.test(key38)){
let data160 = data159[key38];
if(typeof data160 === "string"){
if(func3(data160) > 80){
const err307 = {instancePath:instancePath+"/login/destinations/" + key38.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data160};
if(vErrors === null){
vErrors = [err307];
}
else {
vErrors.push(err307);
}
errors++;
}
if(func3(data160) < 1){
const err308 = {instancePath:instancePath+"/login/destinations/" + key38.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data160};
if(vErrors === null){
vErrors = [err308];
}
else {
vErrors.push(err308);
}
errors++;
}
}
else {
const err309 = {instancePath:instancePath+"/login/destinations/" + key38.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data160};
if(vErrors === null){
vErrors = [err309];
}
else {
vErrors.push(err309);
}
errors++;
}
}
}
}
else {
const err310 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.destinations.type,parentSchema:schema11.properties.login.properties.destinations,data:data159};
if(vErrors === null){
vErrors = [err310];
}
else {
vErrors.push(err310);
}
errors++;
}
let data161 = data109.hosts;
if(data161 && typeof data161 == "object" && !Array.isArray(data161)){
for(const key39 in data161){
if(!(pattern29.test(key39))){
const err311 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key39},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts,data:data161};
if(vErrors === null){
vErrors = [err311];
}
else {
vErrors.push(err311);
}
errors++;
}
}
for(const key40 in data161){
if(pattern29.test(key40)){
let data162 = data161[key40];
if(data162 && typeof data162 == "object" && !Array.isArray(data162)){
for(const key41 in data162){
if(!((((key41 === "brand") || (key41 === "theme")) || (key41 === "links")) || (key41 === "destinations"))){
const err312 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key41},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data162};
if(vErrors === null){
vErrors = [err312];
}
else {
vErrors.push(err312);
}
errors++;
}
}
if(data162.brand !== undefined){
let data163 = data162.brand;
if(data163 && typeof data163 == "object" && !Array.isArray(data163)){
for(const key42 in data163){
if(!(((((key42 === "name") || (key42 === "logo")) || (key42 === "logoDark")) || (key42 === "favicon")) || (key42 === "background"))){
const err313 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key42},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data163};
if(vErrors === null){
vErrors = [err313];
}
else {
vErrors.push(err313);
}
errors++;
}
}
if(data163.name !== undefined){
let data164 = data163.name;
if(typeof data164 === "string"){
if(func3(data164) > 80){
const err314 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data164};
if(vErrors === null){
vErrors = [err314];
}
else {
vErrors.push(err314);
}
errors++;
}
if(!pattern24.test(data164)){
const err315 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data164};
if(vErrors === null){
vErrors = [err315];
}
else {
vErrors.push(err315);
}
errors++;
}
}
else {
const err316 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data164};
if(vErrors === null){
vErrors = [err316];
}
else {
vErrors.push(err316);
}
errors++;
}
}
if(data163.logo !== undefined){
let data165 = data163.logo;
if((typeof data165 !== "string") && (data165 !== null)){
const err317 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data165};
if(vErrors === null){
vErrors = [err317];
}
else {
vErrors.push(err317);
}
errors++;
}
if(typeof data165 === "string"){
if(!pattern25.test(data165)){
const err318 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data165};
if(vErrors === null){
vErrors = [err318];
}
else {
vErrors.push(err318);
}
errors++;
}
}
}
if(data163.logoDark !== undefined){
let data166 = data163.logoDark;
if((typeof data166 !== "string") && (data166 !== null)){
const err319 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data166};
if(vErrors === null){
vErrors = [err319];
}
else {
vErrors.push(err319);
}
errors++;
}
if(typeof data166 === "string"){
if(!pattern25.test(data166)){
const err320 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data166};
if(vErrors === null){
vErrors = [err320];
}
else {
vErrors.push(err320);
}
errors++;
}
}
}
if(data163.favicon !== undefined){
let data167 = data163.favicon;
if((typeof data167 !== "string") && (data167 !== null)){
const err321 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data167};
if(vErrors === null){
vErrors = [err321];
}
else {
vErrors.push(err321);
}
errors++;
}
if(typeof data167 === "string"){
if(!pattern25.test(data167)){
const err322 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data167};
if(vErrors === null){
vErrors = [err322];
}
else {
vErrors.push(err322);
}
errors++;
}
}
}
if(data163.background !== undefined){
let data168 = data163.background;
if((typeof data168 !== "string") && (data168 !== null)){
const err323 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data168};
if(vErrors === null){
vErrors = [err323];
}
else {
vErrors.push(err323);
}
errors++;
}
if(typeof data168 === "string"){
if(!pattern25.test(data168)){
const err324 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data168};
if(vErrors === null){
vErrors = [err324];
}
else {
vErrors.push(err324);
}
errors++;
}
}
}
}
else {
const err325 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data163};
if(vErrors === null){
vErrors = [err325];
}
else {
vErrors.push(err325);
}
errors++;
}
}
if(data162.theme !== undefined){
let data169 = data162.theme;
if(data169 && typeof data169 == "object" && !Array.isArray(data169)){
for(const key43 in data169){
if(!((key43 === "accent") || (key43 === "accentDark"))){
const err326 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key43},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data169};
if(vErrors === null){
vErrors = [err326];
}
else {
vErrors.push(err326);
}
errors++;
}
}
if(data169.accent !== undefined){
let data170 = data169.accent;
if((typeof data170 !== "string") && (data170 !== null)){
const err327 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data170};
if(vErrors === null){
vErrors = [err327];
}
else {
vErrors.push(err327);
}
errors++;
}
if(typeof data170 === "string"){
if(!pattern42.test(data170)){
const err328 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data170};
if(vErrors === null){
vErrors = [err328];
}
else {
vErrors.push(err328);
}
errors++;
}
}
}
if(data169.accentDark !== undefined){
let data171 = data169.accentDark;
if((typeof data171 !== "string") && (data171 !== null)){
const err329 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data171};
if(vErrors === null){
vErrors = [err329];
}
else {
vErrors.push(err329);
}
errors++;
}
if(typeof data171 === "string"){
if(!pattern42.test(data171)){
const err330 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data171};
if(vErrors === null){
vErrors = [err330];
}
else {
vErrors.push(err330);
}
errors++;
}
}
}
}
else {
const err331 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data169};
if(vErrors === null){
vErrors = [err331];
}
else {
vErrors.push(err331);
}
errors++;
}
}
if(data162.links !== undefined){
let data172 = data162.links;
if(data172 && typeof data172 == "object" && !Array.isArray(data172)){
for(const key44 in data172){
if(!((((key44 === "privacy") || (key44 === "terms")) || (key44 === "help")) || (key44 === "contact"))){
const err332 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key44},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data172};
if(vErrors === null){
vErrors = [err332];
}
else {
vErrors.push(err332);
}
errors++;
}
}
if(data172.privacy !== undefined){
let data173 = data172.privacy;
if((typeof data173 !== "string") && (data173 !== null)){
const err333 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data173};
if(vErrors === null){
vErrors = [err333];
}
else {
vErrors.push(err333);
}
errors++;
}
if(typeof data173 === "string"){
if(!pattern45.test(data173)){
const err334 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data173};
if(vErrors === null){
vErrors = [err334];
}
else {
vErrors.push(err334);
}
errors++;
}
}
}
if(data172.terms !== undefined){
let data174 = data172.terms;
if((typeof data174 !== "string") && (data174 !== null)){
const err335 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data174};
if(vErrors === null){
vErrors = [err335];
}
else {
vErrors.push(err335);
}
errors++;
}
if(typeof data174 === "string"){
if(!pattern45.test(data174)){
const err336 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data174};
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
if(data172.help !== undefined){
let data175 = data172.help;
if((typeof data175 !== "string") && (data175 !== null)){
const err337 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data175};
if(vErrors === null){
vErrors = [err337];
}
else {
vErrors.push(err337);
}
errors++;
}
if(typeof data175 === "string"){
if(!pattern45.test(data175)){
const err338 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data175};
if(vErrors === null){
vErrors = [err338];
}
else {
vErrors.push(err338);
}
errors++;
}
}
}
if(data172.contact !== undefined){
let data176 = data172.contact;
if((typeof data176 !== "string") && (data176 !== null)){
const err339 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data176};
if(vErrors === null){
vErrors = [err339];
}
else {
vErrors.push(err339);
}
errors++;
}
if(typeof data176 === "string"){
if(!pattern45.test(data176)){
const err340 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data176};
if(vErrors === null){
vErrors = [err340];
}
else {
vErrors.push(err340);
}
errors++;
}
}
}
}
else {
const err341 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data172};
if(vErrors === null){
vErrors = [err341];
}
else {
vErrors.push(err341);
}
errors++;
}
}
if(data162.destinations !== undefined){
let data177 = data162.destinations;
if(data177 && typeof data177 == "object" && !Array.isArray(data177)){
for(const key45 in data177){
if(pattern11.test(key45)){
let data178 = data177[key45];
if(typeof data178 === "string"){
if(func3(data178) > 80){
const err342 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key45.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data178};
if(vErrors === null){
vErrors = [err342];
}
else {
vErrors.push(err342);
}
errors++;
}
if(func3(data178) < 1){
const err343 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key45.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data178};
if(vErrors === null){
vErrors = [err343];
}
else {
vErrors.push(err343);
}
errors++;
}
}
else {
const err344 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key45.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data178};
if(vErrors === null){
vErrors = [err344];
}
else {
vErrors.push(err344);
}
errors++;
}
}
}
}
else {
const err345 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations,data:data177};
if(vErrors === null){
vErrors = [err345];
}
else {
vErrors.push(err345);
}
errors++;
}
}
}
else {
const err346 = {instancePath:instancePath+"/login/hosts/" + key40.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data162};
if(vErrors === null){
vErrors = [err346];
}
else {
vErrors.push(err346);
}
errors++;
}
}
}
}
else {
const err347 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.type,parentSchema:schema11.properties.login.properties.hosts,data:data161};
if(vErrors === null){
vErrors = [err347];
}
else {
vErrors.push(err347);
}
errors++;
}
let data179 = data109.locales;
if(data179 && typeof data179 == "object" && !Array.isArray(data179)){
if(data179.default === undefined){
data179.default = "en";
}
if(data179.enabled === undefined){
data179.enabled = ["en","de","fr","es","pt-BR","ja","zh-Hans","ar"];
}
if(data179.overrides === undefined){
data179.overrides = {};
}
for(const key46 in data179){
if(!(((key46 === "default") || (key46 === "enabled")) || (key46 === "overrides"))){
const err348 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key46},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales,data:data179};
if(vErrors === null){
vErrors = [err348];
}
else {
vErrors.push(err348);
}
errors++;
}
}
let data180 = data179.default;
if(typeof data180 === "string"){
if(!pattern65.test(data180)){
const err349 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.default,data:data180};
if(vErrors === null){
vErrors = [err349];
}
else {
vErrors.push(err349);
}
errors++;
}
}
else {
const err350 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.default.type,parentSchema:schema11.properties.login.properties.locales.properties.default,data:data180};
if(vErrors === null){
vErrors = [err350];
}
else {
vErrors.push(err350);
}
errors++;
}
let data181 = data179.enabled;
if(Array.isArray(data181)){
if(data181.length < 1){
const err351 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data181};
if(vErrors === null){
vErrors = [err351];
}
else {
vErrors.push(err351);
}
errors++;
}
const len15 = data181.length;
for(let i17=0; i17<len15; i17++){
let data182 = data181[i17];
if(typeof data182 === "string"){
if(!pattern65.test(data182)){
const err352 = {instancePath:instancePath+"/login/locales/enabled/" + i17,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data182};
if(vErrors === null){
vErrors = [err352];
}
else {
vErrors.push(err352);
}
errors++;
}
}
else {
const err353 = {instancePath:instancePath+"/login/locales/enabled/" + i17,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.enabled.items.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data182};
if(vErrors === null){
vErrors = [err353];
}
else {
vErrors.push(err353);
}
errors++;
}
}
let i18 = data181.length;
let j2;
if(i18 > 1){
const indices1 = {};
for(;i18--;){
let item1 = data181[i18];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j2 = indices1[item1];
const err354 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/uniqueItems",keyword:"uniqueItems",params:{i: i18, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i18+" are identical)",schema:true,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data181};
if(vErrors === null){
vErrors = [err354];
}
else {
vErrors.push(err354);
}
errors++;
break;
}
indices1[item1] = i18;
}
}
}
else {
const err355 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.locales.properties.enabled.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data181};
if(vErrors === null){
vErrors = [err355];
}
else {
vErrors.push(err355);
}
errors++;
}
let data183 = data179.overrides;
if(data183 && typeof data183 == "object" && !Array.isArray(data183)){
for(const key47 in data183){
if(!(pattern65.test(key47))){
const err356 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key47},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data183};
if(vErrors === null){
vErrors = [err356];
}
else {
vErrors.push(err356);
}
errors++;
}
}
for(const key48 in data183){
if(pattern65.test(key48)){
let data184 = data183[key48];
if(data184 && typeof data184 == "object" && !Array.isArray(data184)){
for(const key49 in data184){
if(pattern26.test(key49)){
let data185 = data184[key49];
if(typeof data185 === "string"){
if(func3(data185) < 1){
const err357 = {instancePath:instancePath+"/login/locales/overrides/" + key48.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key49.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data185};
if(vErrors === null){
vErrors = [err357];
}
else {
vErrors.push(err357);
}
errors++;
}
}
else {
const err358 = {instancePath:instancePath+"/login/locales/overrides/" + key48.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key49.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data185};
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
}
else {
const err359 = {instancePath:instancePath+"/login/locales/overrides/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"],data:data184};
if(vErrors === null){
vErrors = [err359];
}
else {
vErrors.push(err359);
}
errors++;
}
}
}
}
else {
const err360 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.type,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data183};
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
const err361 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.type,parentSchema:schema11.properties.login.properties.locales,data:data179};
if(vErrors === null){
vErrors = [err361];
}
else {
vErrors.push(err361);
}
errors++;
}
let data186 = data109.security;
if(data186 && typeof data186 == "object" && !Array.isArray(data186)){
if(data186.trustedTypes === undefined){
data186.trustedTypes = "auto";
}
if(data186.reportUri === undefined){
data186.reportUri = null;
}
if(data186.recaptcha === undefined){
data186.recaptcha = false;
}
for(const key50 in data186){
if(!(((key50 === "trustedTypes") || (key50 === "reportUri")) || (key50 === "recaptcha"))){
const err362 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key50},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.security,data:data186};
if(vErrors === null){
vErrors = [err362];
}
else {
vErrors.push(err362);
}
errors++;
}
}
let data187 = data186.trustedTypes;
if(!((data187 === "auto") || (data187 === "off"))){
const err363 = {instancePath:instancePath+"/login/security/trustedTypes",schemaPath:"#/properties/login/properties/security/properties/trustedTypes/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.security.properties.trustedTypes.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.security.properties.trustedTypes.enum,parentSchema:schema11.properties.login.properties.security.properties.trustedTypes,data:data187};
if(vErrors === null){
vErrors = [err363];
}
else {
vErrors.push(err363);
}
errors++;
}
let data188 = data186.reportUri;
if((typeof data188 !== "string") && (data188 !== null)){
const err364 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/type",keyword:"type",params:{type: schema11.properties.login.properties.security.properties.reportUri.type},message:"must be string,null",schema:schema11.properties.login.properties.security.properties.reportUri.type,parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data188};
if(vErrors === null){
vErrors = [err364];
}
else {
vErrors.push(err364);
}
errors++;
}
if(typeof data188 === "string"){
if(!pattern70.test(data188)){
const err365 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/pattern",keyword:"pattern",params:{pattern: "^https://[^\\s;,'\"]+$"},message:"must match pattern \""+"^https://[^\\s;,'\"]+$"+"\"",schema:"^https://[^\\s;,'\"]+$",parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data188};
if(vErrors === null){
vErrors = [err365];
}
else {
vErrors.push(err365);
}
errors++;
}
}
let data189 = data186.recaptcha;
if(typeof data189 !== "boolean"){
const err366 = {instancePath:instancePath+"/login/security/recaptcha",schemaPath:"#/properties/login/properties/security/properties/recaptcha/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.security.properties.recaptcha.type,parentSchema:schema11.properties.login.properties.security.properties.recaptcha,data:data189};
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
const err367 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.security.type,parentSchema:schema11.properties.login.properties.security,data:data186};
if(vErrors === null){
vErrors = [err367];
}
else {
vErrors.push(err367);
}
errors++;
}
let data190 = data109.emulator;
if((typeof data190 !== "string") && (data190 !== null)){
const err368 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/type",keyword:"type",params:{type: schema11.properties.login.properties.emulator.type},message:"must be string,null",schema:schema11.properties.login.properties.emulator.type,parentSchema:schema11.properties.login.properties.emulator,data:data190};
if(vErrors === null){
vErrors = [err368];
}
else {
vErrors.push(err368);
}
errors++;
}
if(typeof data190 === "string"){
if(!pattern71.test(data190)){
const err369 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"+"\"",schema:"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$",parentSchema:schema11.properties.login.properties.emulator,data:data190};
if(vErrors === null){
vErrors = [err369];
}
else {
vErrors.push(err369);
}
errors++;
}
}
}
else {
const err370 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.type,parentSchema:schema11.properties.login,data:data109};
if(vErrors === null){
vErrors = [err370];
}
else {
vErrors.push(err370);
}
errors++;
}
let data191 = data.log;
if(data191 && typeof data191 == "object" && !Array.isArray(data191)){
if(data191.level === undefined){
data191.level = "info";
}
for(const key51 in data191){
if(!(key51 === "level")){
const err371 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key51},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.log,data:data191};
if(vErrors === null){
vErrors = [err371];
}
else {
vErrors.push(err371);
}
errors++;
}
}
let data192 = data191.level;
if(!(((((((data192 === "fatal") || (data192 === "error")) || (data192 === "warn")) || (data192 === "info")) || (data192 === "debug")) || (data192 === "trace")) || (data192 === "silent"))){
const err372 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.level.enum,parentSchema:schema11.properties.log.properties.level,data:data192};
if(vErrors === null){
vErrors = [err372];
}
else {
vErrors.push(err372);
}
errors++;
}
}
else {
const err373 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.log.type,parentSchema:schema11.properties.log,data:data191};
if(vErrors === null){
vErrors = [err373];
}
else {
vErrors.push(err373);
}
errors++;
}
let data193 = data.shutdown;
if(data193 && typeof data193 == "object" && !Array.isArray(data193)){
if(data193.drainSeconds === undefined){
data193.drainSeconds = 0;
}
if(data193.graceSeconds === undefined){
data193.graceSeconds = 30;
}
for(const key52 in data193){
if(!((key52 === "drainSeconds") || (key52 === "graceSeconds"))){
const err374 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key52},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.shutdown,data:data193};
if(vErrors === null){
vErrors = [err374];
}
else {
vErrors.push(err374);
}
errors++;
}
}
let data194 = data193.drainSeconds;
if(!(((typeof data194 == "number") && (!(data194 % 1) && !isNaN(data194))) && (isFinite(data194)))){
const err375 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.drainSeconds.type,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data194};
if(vErrors === null){
vErrors = [err375];
}
else {
vErrors.push(err375);
}
errors++;
}
if((typeof data194 == "number") && (isFinite(data194))){
if(data194 > 600 || isNaN(data194)){
const err376 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data194};
if(vErrors === null){
vErrors = [err376];
}
else {
vErrors.push(err376);
}
errors++;
}
if(data194 < 0 || isNaN(data194)){
const err377 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data194};
if(vErrors === null){
vErrors = [err377];
}
else {
vErrors.push(err377);
}
errors++;
}
}
let data195 = data193.graceSeconds;
if(!(((typeof data195 == "number") && (!(data195 % 1) && !isNaN(data195))) && (isFinite(data195)))){
const err378 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.graceSeconds.type,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data195};
if(vErrors === null){
vErrors = [err378];
}
else {
vErrors.push(err378);
}
errors++;
}
if((typeof data195 == "number") && (isFinite(data195))){
if(data195 > 3600 || isNaN(data195)){
const err379 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data195};
if(vErrors === null){
vErrors = [err379];
}
else {
vErrors.push(err379);
}
errors++;
}
if(data195 < 1 || isNaN(data195)){
const err380 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data195};
if(vErrors === null){
vErrors = [err380];
}
else {
vErrors.push(err380);
}
errors++;
}
}
}
else {
const err381 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.shutdown.type,parentSchema:schema11.properties.shutdown,data:data193};
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
const err382 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err382];
}
else {
vErrors.push(err382);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

