// Made from gatehouse.schema.json by `npm run config:generate`. Do not edit.
"use strict";
module.exports = validate10;
module.exports.default = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["publicUrl","upstream","identityPlatform"],"properties":{"publicUrl":{"type":"string","description":"Origin that visitors use, without a path, such as `https://app.example.com`.","pattern":"^https?://[^/@?#\\s]+/?$"},"listen":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8080,"minimum":0,"maximum":65535}},"description":"Where visitors (or the load balancer) reach the gateway.","default":{},"additionalProperties":false},"management":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":9464,"minimum":0,"maximum":65535}},"description":"Listener for `/livez` and `/readyz`; keep it away from visitors.","default":{},"additionalProperties":false},"trustedProxies":{"type":"array","items":{"type":"string","minLength":1},"description":"CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are believed. Empty: nobody.","default":[]},"upstream":{"type":["object","null"],"required":["url"],"properties":{"url":{"type":"string","description":"Origin of the application, without a path, such as `http://127.0.0.1:3000`; or the Unix socket on which it speaks HTTP, such as `unix:/run/app/app.sock`.","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"hostHeader":{"enum":["public","upstream"],"default":"public","description":"`Host` that the application sees: that of `publicUrl`, or that of `upstream.url` (`localhost` for a Unix socket)."},"passHeaders":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"},"default":[],"description":"Lower-case names of client headers that reach the application although the gateway drops them, such as `x-http-method-override`. Every client can then set them."},"sharedCaching":{"type":"boolean","description":"Answers to requests that needed a session keep the `Cache-Control` of the application. Otherwise shared caches may not store them: `public` and `s-maxage` are taken out, `private` is added.","default":false},"connectTimeoutMs":{"type":"integer","description":"Longest wait for a connection, in milliseconds.","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"type":"integer","description":"Longest wait for the head of an answer, in milliseconds; 0 waits for ever.","default":60000,"minimum":0,"maximum":3600000},"idleTimeoutMs":{"type":"integer","description":"Longest silence inside an answer, in milliseconds; 0 allows any, as event streams need.","default":0,"minimum":0,"maximum":86400000},"uploadIdleTimeoutMs":{"type":"integer","description":"Longest silence inside a request body, in milliseconds; 0 allows any.","default":60000,"minimum":0,"maximum":3600000}},"description":"The application behind the gateway. null: there is none, requests come as questions of other proxies (`forwardAuth`).","default":{},"additionalProperties":false},"forwardAuth":{"type":"object","required":[],"properties":{"enabled":{"type":"boolean","description":"Answer questions at `paths.verify`.","default":false},"listen":{"type":["object","null"],"required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8081,"minimum":0,"maximum":65535}},"description":"Listener for questions alone. They are then not answered where visitors come in, which is recommended: an answer holds the identity of whoever asks. null: at `listen`.","default":null,"additionalProperties":false},"grpc":{"type":["object","null"],"required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8081,"minimum":0,"maximum":65535}},"description":"Listener for the gRPC protocol of Envoy (`envoy.service.auth.v3.Authorization`), without TLS: for Envoy, Istio and the like on the same machine or network. null: none.","default":null,"additionalProperties":false},"trustedProxies":{"type":["array","null"],"items":{"type":"string","minLength":1},"default":null,"description":"CIDRs of the proxies that may ask; everybody else gets 403, whatever the request says. null: those of the top-level `trustedProxies`."},"origins":{"type":"array","items":{"type":"string","minLength":1},"description":"Origins of the applications behind those proxies, such as `https://wiki.example.com`; that of `publicUrl` belongs to them by itself. Questions about others are refused, and visitors are sent nowhere else after sign-in. Hosts other than that of `publicUrl` need `cookie.domain`.","default":[]}},"description":"Verdicts for a proxy that stands in front of applications and asks about every request (`auth_request`, `forward_auth`, `forwardAuth`, `ext_authz`). See `deploy/forward-auth/`.","default":{},"additionalProperties":false},"identityPlatform":{"type":"object","required":["projectId"],"properties":{"projectId":{"type":"string","description":"Project id (not the number).","pattern":"^[a-z0-9][a-z0-9:.-]*$","maxLength":64},"apiKey":{"type":"string","description":"Web API key of the project.","default":""},"apiKeyFile":{"type":["string","null"],"default":null,"description":"File that holds the web API key, instead of `apiKey`."},"tenantId":{"type":["string","null"],"default":null,"description":"Tenant that every account must belong to; null: the project itself, and tokens of tenants are refused.","minLength":1},"tenants":{"type":"object","patternProperties":{"^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host (`acme.example.com`) or path (`/acme/*`) -> tenant whose accounts may pass there. What nothing matches belongs to `tenantId`, and to the tenants of `login.tenants`."},"credentials":{"type":"string","description":"Google credentials: the JSON text of a service account key, or of any other file that `credentialsFile` takes.","default":""},"credentialsFile":{"type":["string","null"],"default":null,"description":"File with the same, instead of `credentials`; null: application default credentials, which are the file named by `GOOGLE_APPLICATION_CREDENTIALS`, else the one that gcloud keeps, else the metadata server on a machine of Google, else none."},"serviceAccountEmail":{"type":["string","null"],"default":null,"description":"Service account that signs custom tokens when the credentials hold no key; null: the one that they impersonate, or that of the machine.","pattern":"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},"authDomain":{"type":["string","null"],"default":null,"description":"Domain that serves the federated sign-in helper."},"allowAnonymous":{"type":"boolean","description":"Accept anonymous accounts. Anybody who holds the public API key can make one.","default":false},"emulatorHost":{"type":["string","null"],"default":null,"description":"`host:port` of the official auth emulator. Its tokens are UNSIGNED: anybody can sign in as anybody."},"emulatorAnywhere":{"type":"boolean","description":"Allow `emulatorHost` with a `publicUrl` or `listen.host` that is not loopback, or a project id that does not begin with `demo-`.","default":false},"endpoints":{"type":"object","required":[],"properties":{"identityToolkit":{"type":"string","description":"Account and sign-in calls.","default":"https://identitytoolkit.googleapis.com"},"secureToken":{"type":"string","description":"Refresh calls.","default":"https://securetoken.googleapis.com"},"certificates":{"type":"string","description":"Public keys of id tokens: an x509 map or a JWK set.","default":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"},"oauthToken":{"type":"string","description":"Access tokens of the service account.","default":"https://oauth2.googleapis.com/token"},"sts":{"type":"string","description":"Access tokens for identities of other clouds (workload identity).","default":"https://sts.googleapis.com/v1/token"},"iamCredentials":{"type":"string","description":"Impersonation, and signatures without a key.","default":"https://iamcredentials.googleapis.com"}},"description":"Other base URLs of the provider, for tests and private gateways.","default":{},"additionalProperties":false}},"description":"Google Identity Platform (Firebase Authentication).","default":{},"additionalProperties":false},"cookie":{"type":"object","required":[],"properties":{"name":{"type":["string","null"],"default":null,"description":"Name; null: `__Host-gatehouse` on https, `__Secure-gatehouse` with a domain, `gatehouse` on http.","pattern":"^[A-Za-z0-9_-]{1,64}$"},"allowPlainName":{"type":"boolean","description":"On https, take a `name` that begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts can then plant the cookie.","default":false},"domain":{"type":["string","null"],"default":null,"description":"`Domain` attribute, of your own and no public suffix such as `com`; null keeps the cookie on the host of `publicUrl` alone.","pattern":"^[a-z0-9.-]+$"},"sameSite":{"enum":["lax","strict","none"],"default":"lax","description":"`SameSite` attribute."},"signatureKeys":{"type":"array","items":{"type":"string","minLength":1},"description":"Random secrets of at least 32 bytes each, as `gatehouse keys generate` makes them; others in hexadecimal digits or base64 (`openssl rand -base64 32`). What can be guessed, such as words and repetitions, is refused. The first signs, all verify: put a new key first, drop the old one later.","default":[]},"signatureKeysFile":{"type":["string","null"],"default":null,"description":"File with one key a line, instead of `signatureKeys`."}},"description":"The session cookie.","default":{},"additionalProperties":false},"hsts":{"type":["object","null"],"required":[],"properties":{"maxAgeSeconds":{"type":"integer","description":"How long browsers remember it after each answer, in seconds; 0: they forget it.","default":31536000,"minimum":0,"maximum":315360000},"includeSubDomains":{"type":"boolean","description":"For every host below this one too: all of them must then be on https.","default":false},"preload":{"type":"boolean","description":"Consent to the list that browsers are delivered with (https://hstspreload.org), which takes long to leave. Needs `includeSubDomains` and a year.","default":false}},"description":"`Strict-Transport-Security` on every answer when `publicUrl` is https: browsers then use https alone for this host, on every port. An answer of the application that carries the header keeps its own. null: not sent; to take it back from browsers that know it, send `maxAgeSeconds: 0` for a while.","default":{},"additionalProperties":false},"session":{"type":"object","required":[],"properties":{"absoluteSeconds":{"type":"integer","description":"Longest life of a session, in seconds.","default":1209600,"minimum":60,"maximum":31536000},"idleSeconds":{"type":"integer","description":"Longest pause between two requests, in seconds; noted in the cookie at most once a minute, so it may bite up to a minute early. 0: no limit; else at least 120.","default":0,"minimum":0,"maximum":31536000},"revocationCheckSeconds":{"type":"integer","description":"How often an account is looked up while it is in use, in seconds: after that long at the latest a disabled, deleted or revoked account is out. 0: only at a refresh.","default":300,"minimum":0,"maximum":86400},"expiredGraceSeconds":{"type":"integer","description":"How long an expired session may still pass while the provider is away, in seconds; marked in `x-gatehouse-expired` and the log. 0: not at all.","default":0,"minimum":0,"maximum":86400},"acquire":{"enum":["auto","exchange","handover"],"default":"auto","description":"`exchange`: tokens of its own, by a custom token of the service account; `handover`: the login page hands over its refresh token; `auto`: exchange when there are credentials that can sign."},"maxSignInAgeSeconds":{"type":"integer","description":"Longest time between a sign-in at the provider and the session that it begins, in seconds; verifying an address and setting up a second factor happen in between. Counted from `auth_time` of the id token, with five minutes more because clocks may differ. Sessions count from the same time, so one of `absoluteSeconds` or `idleSeconds` that is shorter is the limit.","default":900,"minimum":60,"maximum":86400},"requireVerifiedEmail":{"type":"boolean","description":"Sign-ins need a verified e-mail address; the login page offers to verify it. Accounts without an address cannot sign in. Sessions without one do not pass.","default":false},"visibleClaims":{"type":["array","string","null"],"items":{"type":"string","minLength":1},"pattern":"^all$","default":null,"description":"Claims that `GET paths.session` gives to the scripts of the site, by name or by path such as `firebase.identities`; `all`: every one. null: the standard claims of OpenID Connect, when and how the visitor signed in, the tenant, and what `identityHeaders` names."},"signInProviders":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":128},"minItems":1,"uniqueItems":true,"default":null,"description":"Ways to sign in that may have a session, as id tokens name them in `firebase.sign_in_provider`: `password` (e-mail links too), `google.com`, `saml.…`, `oidc.…`, `phone`, `anonymous`, `custom` (custom tokens). null: what the login page offers, `anonymous` with `identityPlatform.allowAnonymous`, and `custom` with the emulator. A list replaces that: it must hold what the page offers, and may hold ways of other pages and programs. Sessions of sign-ins in other ways do not pass."},"signInsPerMinute":{"type":"integer","description":"Sign-ins that one client address may try in a minute; each costs calls to the provider. 0: no limit. Behind a proxy, set `trustedProxies`, or all visitors share one address.","default":300,"minimum":0,"maximum":1000000},"cacheBytes":{"type":"integer","description":"Memory for verified sessions, in bytes.","default":67108864,"minimum":1048576,"maximum":17179869184}},"description":"How long a session lives and how it is made.","default":{},"additionalProperties":false},"logout":{"type":"object","required":[],"properties":{"clearSiteData":{"type":"array","items":{"enum":["cache","storage"],"description":"`cookies`, `executionContexts` and `*` are not for a gateway to send."},"default":[],"uniqueItems":true,"description":"What browsers delete of this origin at a sign-out, and where a session is refused for good (account disabled or deleted, sign-in revoked, session over): `storage` (local and session storage, databases, service workers: drafts too), `cache`. Sent as `Clear-Site-Data`, on https only. `cookies` would also delete those of other hosts of the domain, so it is not taken; the session cookie is cleared in any case."}},"description":"What the end of a session brings.","default":{},"additionalProperties":false},"paths":{"type":"object","required":[],"properties":{"login":{"type":"string","description":"Login page; everything below it is the gateway’s too.","default":"/login","pattern":"^/[A-Za-z0-9._~/-]*$"},"logout":{"type":"string","description":"Sign-out.","default":"/logout","pattern":"^/[A-Za-z0-9._~/-]*$"},"refresh":{"type":"string","description":"Token refresh.","default":"/_auth/refresh","pattern":"^/[A-Za-z0-9._~/-]*$"},"session":{"type":"string","description":"Session endpoint: sign-in and who-am-I.","default":"/_auth/session","pattern":"^/[A-Za-z0-9._~/-]*$"},"verify":{"type":"string","description":"Where proxies ask, and everything below it; see `forwardAuth`. 404 while that is off.","default":"/_auth/verify","pattern":"^/[A-Za-z0-9._~/-]*$"},"home":{"type":"string","description":"Where a visitor goes who asked for no page in particular.","default":"/","pattern":"^/[A-Za-z0-9._~/-]*$"}},"description":"Paths of the gateway itself; everything else goes to the application.","default":{},"additionalProperties":false},"redirectParameter":{"type":"string","description":"Name of the query parameter that carries the redirect target.","default":"redirect","pattern":"^[A-Za-z0-9_-]{1,64}$"},"identityHeaders":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"type":["string","null"]}},"default":{},"additionalProperties":false,"description":"Lower-case header name -> claim, beside the defaults (`x-forwarded-user`, `x-forwarded-email`, `x-forwarded-preferred-username`, `x-gatehouse-assertion`). `$idToken` sends `Bearer <id token>`, `$assertion` the signed assertion, `$signInProvider` and `$secondFactor` how the visitor signed in; the claim `email` is sent only when it is verified, `$emailUnverified` sends it in any case; null switches a header off."},"access":{"type":"object","required":[],"properties":{"default":{"enum":["signed-in","public"],"default":"signed-in","description":"For requests that no rule matches."},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","description":"`/exact`, or `/folder/*` for everything below it.","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$","description":"Host the rule is for, without a port; `*.example.com` for all hosts one label below. All hosts when left out."},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1,"description":"HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too."},"allow":{"description":"`public`, `signed-in`, or a claim condition `{ claim, oneOf }`.","if":{"type":"object"},"then":{"type":"object","required":["claim","oneOf"],"properties":{"claim":{"type":"string","description":"Name of a claim of the id token.","minLength":1},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1,"description":"Values that let a visitor pass; a claim that is a list passes when one of its members is here."},"allowUnverified":{"type":"boolean","description":"With the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address."}},"additionalProperties":false},"else":{"enum":["public","signed-in"]}}},"additionalProperties":false},"default":[],"description":"Rules, in order."}},"description":"Who may see what. The first rule that matches decides.","default":{},"additionalProperties":false},"login":{"type":"object","required":[],"properties":{"methods":{"type":"object","required":[],"properties":{"password":{"type":"boolean","description":"E-mail and password.","default":true},"emailLink":{"type":"boolean","description":"A link sent by e-mail.","default":false},"signup":{"type":"boolean","description":"Visitors may create accounts with a password. The project must allow it too; off here, an account can still be made with the public API key unless it is off there.","default":false},"askName":{"type":"boolean","description":"Ask new accounts for a name; with `signup` or `emailLink`.","default":false}},"description":"Ways to sign in beside `providers`.","default":{},"additionalProperties":false},"providers":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","description":"`google.com`, `github.com`, `microsoft.com`, `apple.com`, `facebook.com`, `twitter.com`, `yahoo.com`, or `saml.…` or `oidc.…` as the project calls it.","pattern":"^[a-z0-9][A-Za-z0-9._-]{0,127}$"},"name":{"type":"string","description":"What visitors know it by; needed for `saml.…` and `oidc.…`.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":60},"icon":{"type":["string","null"],"default":null,"description":"Icon of the button: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"scopes":{"type":"array","items":{"type":"string","minLength":1},"description":"OAuth scopes beside the default ones.","default":[]},"params":{"type":"object","patternProperties":{"^.*$":{"type":"string"}},"description":"Parameters for the provider, such as `{ hd: example.com }`."}},"additionalProperties":false},"default":[],"description":"Federated providers, in the order of their buttons."},"federated":{"type":"object","required":[],"properties":{"mode":{"enum":["auto","redirect","popup"],"default":"auto","description":"`auto`: by redirect when the helper is on our own origin, else in a popup. The page offers the other one when the first cannot work."},"helper":{"enum":["proxy","firebaseapp"],"default":"proxy","description":"`proxy`: the gateway passes `/__/auth/*` on to the auth domain, so that sign-in works where browsers keep storage of other sites apart; every provider must then know `<publicUrl>/__/auth/handler`. `firebaseapp`: browsers go to the auth domain."},"helperUrl":{"type":["string","null"],"default":null,"description":"Origin that `/__/auth/*` is passed on to; null: `https://<identityPlatform.authDomain>`, else `https://<projectId>.firebaseapp.com`.","pattern":"^https?://[^/@?#\\s]+/?$"}},"description":"How the page goes to a federated provider.","default":{},"additionalProperties":false},"mfa":{"type":"object","required":[],"properties":{"totp":{"enum":["off","optional","required"],"default":"optional","description":"Codes of an authenticator app. `optional`: asked of accounts that have them; `required`: who has no second factor sets one up, and no session begins, or passes, without one of any kind."},"sms":{"type":"boolean","description":"Codes by text message for accounts that have a phone as second factor. Loads reCAPTCHA of Google, which loosens the Content-Security-Policy.","default":false},"issuer":{"type":["string","null"],"default":null,"description":"Name in the authenticator app; null: `login.brand.name`.","minLength":1,"pattern":"^[^:]+$"}},"description":"Second factors.","default":{},"additionalProperties":false},"tenants":{"type":"object","required":[],"properties":{"byHost":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host that visitors use -> tenant that the page begins with there."},"byEmailDomain":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Domain of the e-mail address -> tenant."},"choose":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"},"name":{"type":"string","description":"What visitors know it by.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"}},"additionalProperties":false},"default":[],"description":"Tenants to choose from, as buttons."}},"description":"How the page finds out whose accounts a visitor has, where `identityPlatform.tenants` does not say. Accounts of every tenant named here and of `identityPlatform.tenantId` may pass there; the project's own may not as soon as one is named.","default":{},"additionalProperties":false},"brand":{"type":"object","required":[],"properties":{"name":{"type":"string","description":"Name of the application.","default":"Gatehouse","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"default":null,"description":"Logo above the form: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"default":null,"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null: `logo`.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"default":null,"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"default":null,"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"description":"Whose page it is.","default":{},"additionalProperties":false},"theme":{"type":"object","required":[],"properties":{"accent":{"type":["string","null"],"default":null,"description":"Buttons and links on light backgrounds; refused when it cannot be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"default":null,"description":"The same on dark backgrounds; null: the nearest shade of `accent` that can be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"mode":{"enum":["auto","light","dark"],"default":"auto","description":"`auto`: as the visitor prefers."},"radius":{"type":"integer","description":"Radius of corners, in CSS pixels.","default":10,"minimum":0,"maximum":24},"font":{"type":"string","description":"`system`, or a list of font families as in CSS; they must be installed where the visitor is.","default":"system","pattern":"^[A-Za-z0-9 ,'\"_-]{1,200}$"},"cssFile":{"type":["string","null"],"default":null,"description":"Stylesheet of your own, loaded after ours; at most 64 kB, without `@import` and addresses of other sites. Nobody checks its contrasts."}},"description":"How it looks.","default":{},"additionalProperties":false},"links":{"type":"object","required":[],"properties":{"privacy":{"type":["string","null"],"default":null,"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"default":null,"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"default":null,"description":"Help with signing in. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"default":null,"description":"Whom to ask: shown where something went wrong. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"description":"Where it points to.","default":{},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}},"default":{},"additionalProperties":false,"description":"Path -> name of what is below it, for \"to continue to …\"; the longest path that matches counts."},"hosts":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"object","properties":{"brand":{"type":"object","properties":{"name":{"type":"string","description":"Name of the application.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"description":"Logo: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null, or left out beside a `logo`: that one.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"additionalProperties":false},"theme":{"type":"object","properties":{"accent":{"type":["string","null"],"description":"Accent. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"description":"Accent on dark backgrounds; null, or left out beside an `accent`: the nearest shade of that one. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}},"additionalProperties":false},"links":{"type":"object","properties":{"privacy":{"type":["string","null"],"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"description":"Help. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"description":"Whom to ask. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}}}},"additionalProperties":false}},"default":{},"additionalProperties":false,"description":"Host -> what is different there: `brand`, `theme`, `links`, `destinations`."},"locales":{"type":"object","required":[],"properties":{"default":{"type":"string","description":"For visitors none of whose languages is enabled.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$","default":"en"},"enabled":{"type":"array","items":{"type":"string","description":"A language.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},"default":["en","de","fr","es","pt-BR","ja","zh-Hans","ar"],"minItems":1,"uniqueItems":true,"description":"Languages to offer, in the order of the switch."},"overrides":{"type":"object","patternProperties":{"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$":{"type":"object","patternProperties":{"^.*$":{"type":"string","minLength":1}}}},"default":{},"additionalProperties":false,"description":"Language -> key -> text, instead of ours. Keys are those of `login-ui/locales/en.json`; a text must have the same `{slots}`."}},"description":"Languages: en, de, fr, es, pt-BR, ja, zh-Hans, ar.","default":{},"additionalProperties":false},"security":{"type":"object","required":[],"properties":{"trustedTypes":{"enum":["auto","off"],"default":"auto","description":"`auto`: wherever no script of Google is needed."},"reportUri":{"type":["string","null"],"default":null,"description":"Where browsers report violations to: an https URL.","pattern":"^https://[^\\s;,'\"]+$"},"recaptcha":{"type":"boolean","description":"The project asks for reCAPTCHA Enterprise at sign-in: allow its scripts.","default":false}},"description":"Content-Security-Policy of the page.","default":{},"additionalProperties":false},"emulator":{"type":["string","null"],"default":null,"description":"`host:port` at which browsers reach the auth emulator, when it is not `identityPlatform.emulatorHost`.","pattern":"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"}},"description":"The login page.","default":{},"additionalProperties":false},"log":{"type":"object","required":[],"properties":{"level":{"enum":["fatal","error","warn","info","debug","trace","silent"],"default":"info","description":"Least important level that is written. Security events and the warnings of the start are written whatever it says."}},"description":"JSON lines on standard output.","default":{},"additionalProperties":false},"shutdown":{"type":"object","required":[],"properties":{"drainSeconds":{"type":"integer","description":"How long requests are still taken after `/readyz` says 503, in seconds.","default":0,"minimum":0,"maximum":600},"graceSeconds":{"type":"integer","description":"How long requests in flight may take to finish, in seconds.","default":30,"minimum":1,"maximum":3600}},"description":"What happens at SIGTERM and SIGINT.","default":{},"additionalProperties":false}},"additionalProperties":false,"title":"Gatehouse configuration"};
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
for(const key2 in data4){
if(!((key2 === "host") || (key2 === "port"))){
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
}
else {
const err17 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.management.type,parentSchema:schema11.properties.management,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
let data7 = data.trustedProxies;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(func3(data8) < 1){
const err18 = {instancePath:instancePath+"/trustedProxies/" + i0,schemaPath:"#/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.trustedProxies.items,data:data8};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/trustedProxies/" + i0,schemaPath:"#/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.trustedProxies.items.type,parentSchema:schema11.properties.trustedProxies.items,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/trustedProxies",schemaPath:"#/properties/trustedProxies/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.trustedProxies.type,parentSchema:schema11.properties.trustedProxies,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
let data9 = data.upstream;
if((!(data9 && typeof data9 == "object" && !Array.isArray(data9))) && (data9 !== null)){
const err21 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/type",keyword:"type",params:{type: schema11.properties.upstream.type},message:"must be object,null",schema:schema11.properties.upstream.type,parentSchema:schema11.properties.upstream,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.hostHeader === undefined){
data9.hostHeader = "public";
}
if(data9.passHeaders === undefined){
data9.passHeaders = [];
}
if(data9.sharedCaching === undefined){
data9.sharedCaching = false;
}
if(data9.connectTimeoutMs === undefined){
data9.connectTimeoutMs = 5000;
}
if(data9.headersTimeoutMs === undefined){
data9.headersTimeoutMs = 60000;
}
if(data9.idleTimeoutMs === undefined){
data9.idleTimeoutMs = 0;
}
if(data9.uploadIdleTimeoutMs === undefined){
data9.uploadIdleTimeoutMs = 60000;
}
if(data9.url === undefined){
const err22 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'",schema:schema11.properties.upstream.required,parentSchema:schema11.properties.upstream,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key3 in data9){
if(!((((((((key3 === "url") || (key3 === "hostHeader")) || (key3 === "passHeaders")) || (key3 === "sharedCaching")) || (key3 === "connectTimeoutMs")) || (key3 === "headersTimeoutMs")) || (key3 === "idleTimeoutMs")) || (key3 === "uploadIdleTimeoutMs"))){
const err23 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.upstream,data:data9};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data9.url !== undefined){
let data10 = data9.url;
if(typeof data10 === "string"){
if(!pattern1.test(data10)){
const err24 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},message:"must match pattern \""+"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"+"\"",schema:"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$",parentSchema:schema11.properties.upstream.properties.url,data:data10};
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
const err25 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.url.type,parentSchema:schema11.properties.upstream.properties.url,data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
let data11 = data9.hostHeader;
if(!((data11 === "public") || (data11 === "upstream"))){
const err26 = {instancePath:instancePath+"/upstream/hostHeader",schemaPath:"#/properties/upstream/properties/hostHeader/enum",keyword:"enum",params:{allowedValues: schema11.properties.upstream.properties.hostHeader.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.upstream.properties.hostHeader.enum,parentSchema:schema11.properties.upstream.properties.hostHeader,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
let data12 = data9.passHeaders;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(typeof data13 === "string"){
if(!pattern2.test(data13)){
const err27 = {instancePath:instancePath+"/upstream/passHeaders/" + i1,schemaPath:"#/properties/upstream/properties/passHeaders/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/upstream/passHeaders/" + i1,schemaPath:"#/properties/upstream/properties/passHeaders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.passHeaders.items.type,parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data13};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/upstream/passHeaders",schemaPath:"#/properties/upstream/properties/passHeaders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.upstream.properties.passHeaders.type,parentSchema:schema11.properties.upstream.properties.passHeaders,data:data12};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
let data14 = data9.sharedCaching;
if(typeof data14 !== "boolean"){
const err30 = {instancePath:instancePath+"/upstream/sharedCaching",schemaPath:"#/properties/upstream/properties/sharedCaching/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.upstream.properties.sharedCaching.type,parentSchema:schema11.properties.upstream.properties.sharedCaching,data:data14};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
let data15 = data9.connectTimeoutMs;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err31 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.connectTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data15};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 600000 || isNaN(data15)){
const err32 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000",schema:600000,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data15};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data15 < 1 || isNaN(data15)){
const err33 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data15};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
let data16 = data9.headersTimeoutMs;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err34 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.headersTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data16};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 3600000 || isNaN(data16)){
const err35 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data16};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data16 < 0 || isNaN(data16)){
const err36 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data16};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
let data17 = data9.idleTimeoutMs;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err37 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.idleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data17};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 86400000 || isNaN(data17)){
const err38 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000",schema:86400000,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data17};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data17 < 0 || isNaN(data17)){
const err39 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data17};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
let data18 = data9.uploadIdleTimeoutMs;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err40 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.uploadIdleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data18};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 3600000 || isNaN(data18)){
const err41 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data18};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data18 < 0 || isNaN(data18)){
const err42 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data18};
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
let data19 = data.forwardAuth;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.enabled === undefined){
data19.enabled = false;
}
if(data19.listen === undefined){
data19.listen = null;
}
if(data19.grpc === undefined){
data19.grpc = null;
}
if(data19.trustedProxies === undefined){
data19.trustedProxies = null;
}
if(data19.origins === undefined){
data19.origins = [];
}
for(const key4 in data19){
if(!(((((key4 === "enabled") || (key4 === "listen")) || (key4 === "grpc")) || (key4 === "trustedProxies")) || (key4 === "origins"))){
const err43 = {instancePath:instancePath+"/forwardAuth",schemaPath:"#/properties/forwardAuth/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth,data:data19};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
let data20 = data19.enabled;
if(typeof data20 !== "boolean"){
const err44 = {instancePath:instancePath+"/forwardAuth/enabled",schemaPath:"#/properties/forwardAuth/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.forwardAuth.properties.enabled.type,parentSchema:schema11.properties.forwardAuth.properties.enabled,data:data20};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
let data21 = data19.listen;
if((!(data21 && typeof data21 == "object" && !Array.isArray(data21))) && (data21 !== null)){
const err45 = {instancePath:instancePath+"/forwardAuth/listen",schemaPath:"#/properties/forwardAuth/properties/listen/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.listen.type},message:"must be object,null",schema:schema11.properties.forwardAuth.properties.listen.type,parentSchema:schema11.properties.forwardAuth.properties.listen,data:data21};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.host === undefined){
data21.host = "127.0.0.1";
}
if(data21.port === undefined){
data21.port = 8081;
}
for(const key5 in data21){
if(!((key5 === "host") || (key5 === "port"))){
const err46 = {instancePath:instancePath+"/forwardAuth/listen",schemaPath:"#/properties/forwardAuth/properties/listen/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth.properties.listen,data:data21};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
let data22 = data21.host;
if(typeof data22 !== "string"){
const err47 = {instancePath:instancePath+"/forwardAuth/listen/host",schemaPath:"#/properties/forwardAuth/properties/listen/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.listen.properties.host.type,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.host,data:data22};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
let data23 = data21.port;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err48 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.forwardAuth.properties.listen.properties.port.type,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data23};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 65535 || isNaN(data23)){
const err49 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data23};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data23 < 0 || isNaN(data23)){
const err50 = {instancePath:instancePath+"/forwardAuth/listen/port",schemaPath:"#/properties/forwardAuth/properties/listen/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.forwardAuth.properties.listen.properties.port,data:data23};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
let data24 = data19.grpc;
if((!(data24 && typeof data24 == "object" && !Array.isArray(data24))) && (data24 !== null)){
const err51 = {instancePath:instancePath+"/forwardAuth/grpc",schemaPath:"#/properties/forwardAuth/properties/grpc/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.grpc.type},message:"must be object,null",schema:schema11.properties.forwardAuth.properties.grpc.type,parentSchema:schema11.properties.forwardAuth.properties.grpc,data:data24};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
if(data24.host === undefined){
data24.host = "127.0.0.1";
}
if(data24.port === undefined){
data24.port = 8081;
}
for(const key6 in data24){
if(!((key6 === "host") || (key6 === "port"))){
const err52 = {instancePath:instancePath+"/forwardAuth/grpc",schemaPath:"#/properties/forwardAuth/properties/grpc/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.forwardAuth.properties.grpc,data:data24};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
let data25 = data24.host;
if(typeof data25 !== "string"){
const err53 = {instancePath:instancePath+"/forwardAuth/grpc/host",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.grpc.properties.host.type,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.host,data:data25};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
let data26 = data24.port;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err54 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.forwardAuth.properties.grpc.properties.port.type,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data26};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 65535 || isNaN(data26)){
const err55 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data26};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data26 < 0 || isNaN(data26)){
const err56 = {instancePath:instancePath+"/forwardAuth/grpc/port",schemaPath:"#/properties/forwardAuth/properties/grpc/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.forwardAuth.properties.grpc.properties.port,data:data26};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
let data27 = data19.trustedProxies;
if((!(Array.isArray(data27))) && (data27 !== null)){
const err57 = {instancePath:instancePath+"/forwardAuth/trustedProxies",schemaPath:"#/properties/forwardAuth/properties/trustedProxies/type",keyword:"type",params:{type: schema11.properties.forwardAuth.properties.trustedProxies.type},message:"must be array,null",schema:schema11.properties.forwardAuth.properties.trustedProxies.type,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies,data:data27};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(Array.isArray(data27)){
const len2 = data27.length;
for(let i2=0; i2<len2; i2++){
let data28 = data27[i2];
if(typeof data28 === "string"){
if(func3(data28) < 1){
const err58 = {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i2,schemaPath:"#/properties/forwardAuth/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies.items,data:data28};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i2,schemaPath:"#/properties/forwardAuth/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.trustedProxies.items.type,parentSchema:schema11.properties.forwardAuth.properties.trustedProxies.items,data:data28};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
let data29 = data19.origins;
if(Array.isArray(data29)){
const len3 = data29.length;
for(let i3=0; i3<len3; i3++){
let data30 = data29[i3];
if(typeof data30 === "string"){
if(func3(data30) < 1){
const err60 = {instancePath:instancePath+"/forwardAuth/origins/" + i3,schemaPath:"#/properties/forwardAuth/properties/origins/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.forwardAuth.properties.origins.items,data:data30};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/forwardAuth/origins/" + i3,schemaPath:"#/properties/forwardAuth/properties/origins/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.forwardAuth.properties.origins.items.type,parentSchema:schema11.properties.forwardAuth.properties.origins.items,data:data30};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
else {
const err62 = {instancePath:instancePath+"/forwardAuth/origins",schemaPath:"#/properties/forwardAuth/properties/origins/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.forwardAuth.properties.origins.type,parentSchema:schema11.properties.forwardAuth.properties.origins,data:data29};
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
const err63 = {instancePath:instancePath+"/forwardAuth",schemaPath:"#/properties/forwardAuth/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.forwardAuth.type,parentSchema:schema11.properties.forwardAuth,data:data19};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
let data31 = data.identityPlatform;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(data31.apiKey === undefined){
data31.apiKey = "";
}
if(data31.apiKeyFile === undefined){
data31.apiKeyFile = null;
}
if(data31.tenantId === undefined){
data31.tenantId = null;
}
if(data31.tenants === undefined){
data31.tenants = {};
}
if(data31.credentials === undefined){
data31.credentials = "";
}
if(data31.credentialsFile === undefined){
data31.credentialsFile = null;
}
if(data31.serviceAccountEmail === undefined){
data31.serviceAccountEmail = null;
}
if(data31.authDomain === undefined){
data31.authDomain = null;
}
if(data31.allowAnonymous === undefined){
data31.allowAnonymous = false;
}
if(data31.emulatorHost === undefined){
data31.emulatorHost = null;
}
if(data31.emulatorAnywhere === undefined){
data31.emulatorAnywhere = false;
}
if(data31.endpoints === undefined){
data31.endpoints = {};
}
if(data31.projectId === undefined){
const err64 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/required",keyword:"required",params:{missingProperty: "projectId"},message:"must have required property '"+"projectId"+"'",schema:schema11.properties.identityPlatform.required,parentSchema:schema11.properties.identityPlatform,data:data31};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
for(const key7 in data31){
if(!(func2.call(schema11.properties.identityPlatform.properties, key7))){
const err65 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform,data:data31};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data31.projectId !== undefined){
let data32 = data31.projectId;
if(typeof data32 === "string"){
if(func3(data32) > 64){
const err66 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data32};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(!pattern3.test(data32)){
const err67 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9:.-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9:.-]*$"+"\"",schema:"^[a-z0-9][a-z0-9:.-]*$",parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data32};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.projectId.type,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data32};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
let data33 = data31.apiKey;
if(typeof data33 !== "string"){
const err69 = {instancePath:instancePath+"/identityPlatform/apiKey",schemaPath:"#/properties/identityPlatform/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.apiKey.type,parentSchema:schema11.properties.identityPlatform.properties.apiKey,data:data33};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
let data34 = data31.apiKeyFile;
if((typeof data34 !== "string") && (data34 !== null)){
const err70 = {instancePath:instancePath+"/identityPlatform/apiKeyFile",schemaPath:"#/properties/identityPlatform/properties/apiKeyFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.apiKeyFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.apiKeyFile.type,parentSchema:schema11.properties.identityPlatform.properties.apiKeyFile,data:data34};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
let data35 = data31.tenantId;
if((typeof data35 !== "string") && (data35 !== null)){
const err71 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.tenantId.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.tenantId.type,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data35};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(typeof data35 === "string"){
if(func3(data35) < 1){
const err72 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data35};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
let data36 = data31.tenants;
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
for(const key8 in data36){
if(!(pattern4.test(key8))){
const err73 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data36};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
for(const key9 in data36){
if(pattern4.test(key9)){
let data37 = data36[key9];
if(typeof data37 === "string"){
if(func3(data37) < 1){
const err74 = {instancePath:instancePath+"/identityPlatform/tenants/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data37};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(!pattern6.test(data37)){
const err75 = {instancePath:instancePath+"/identityPlatform/tenants/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data37};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
else {
const err76 = {instancePath:instancePath+"/identityPlatform/tenants/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"].type,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data37};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
}
else {
const err77 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.tenants.type,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data36};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
let data38 = data31.credentials;
if(typeof data38 !== "string"){
const err78 = {instancePath:instancePath+"/identityPlatform/credentials",schemaPath:"#/properties/identityPlatform/properties/credentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.credentials.type,parentSchema:schema11.properties.identityPlatform.properties.credentials,data:data38};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
let data39 = data31.credentialsFile;
if((typeof data39 !== "string") && (data39 !== null)){
const err79 = {instancePath:instancePath+"/identityPlatform/credentialsFile",schemaPath:"#/properties/identityPlatform/properties/credentialsFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.credentialsFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.credentialsFile.type,parentSchema:schema11.properties.identityPlatform.properties.credentialsFile,data:data39};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
let data40 = data31.serviceAccountEmail;
if((typeof data40 !== "string") && (data40 !== null)){
const err80 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.serviceAccountEmail.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.serviceAccountEmail.type,parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data40};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(typeof data40 === "string"){
if(!pattern7.test(data40)){
const err81 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"+"\"",schema:"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$",parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data40};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
let data41 = data31.authDomain;
if((typeof data41 !== "string") && (data41 !== null)){
const err82 = {instancePath:instancePath+"/identityPlatform/authDomain",schemaPath:"#/properties/identityPlatform/properties/authDomain/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.authDomain.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.authDomain.type,parentSchema:schema11.properties.identityPlatform.properties.authDomain,data:data41};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
let data42 = data31.allowAnonymous;
if(typeof data42 !== "boolean"){
const err83 = {instancePath:instancePath+"/identityPlatform/allowAnonymous",schemaPath:"#/properties/identityPlatform/properties/allowAnonymous/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.allowAnonymous.type,parentSchema:schema11.properties.identityPlatform.properties.allowAnonymous,data:data42};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
let data43 = data31.emulatorHost;
if((typeof data43 !== "string") && (data43 !== null)){
const err84 = {instancePath:instancePath+"/identityPlatform/emulatorHost",schemaPath:"#/properties/identityPlatform/properties/emulatorHost/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.emulatorHost.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.emulatorHost.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorHost,data:data43};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
let data44 = data31.emulatorAnywhere;
if(typeof data44 !== "boolean"){
const err85 = {instancePath:instancePath+"/identityPlatform/emulatorAnywhere",schemaPath:"#/properties/identityPlatform/properties/emulatorAnywhere/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.emulatorAnywhere.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorAnywhere,data:data44};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
let data45 = data31.endpoints;
if(data45 && typeof data45 == "object" && !Array.isArray(data45)){
if(data45.identityToolkit === undefined){
data45.identityToolkit = "https://identitytoolkit.googleapis.com";
}
if(data45.secureToken === undefined){
data45.secureToken = "https://securetoken.googleapis.com";
}
if(data45.certificates === undefined){
data45.certificates = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
}
if(data45.oauthToken === undefined){
data45.oauthToken = "https://oauth2.googleapis.com/token";
}
if(data45.sts === undefined){
data45.sts = "https://sts.googleapis.com/v1/token";
}
if(data45.iamCredentials === undefined){
data45.iamCredentials = "https://iamcredentials.googleapis.com";
}
for(const key10 in data45){
if(!((((((key10 === "identityToolkit") || (key10 === "secureToken")) || (key10 === "certificates")) || (key10 === "oauthToken")) || (key10 === "sts")) || (key10 === "iamCredentials"))){
const err86 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data45};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
let data46 = data45.identityToolkit;
if(typeof data46 !== "string"){
const err87 = {instancePath:instancePath+"/identityPlatform/endpoints/identityToolkit",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/identityToolkit/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit,data:data46};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
let data47 = data45.secureToken;
if(typeof data47 !== "string"){
const err88 = {instancePath:instancePath+"/identityPlatform/endpoints/secureToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/secureToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken,data:data47};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
let data48 = data45.certificates;
if(typeof data48 !== "string"){
const err89 = {instancePath:instancePath+"/identityPlatform/endpoints/certificates",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/certificates/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates,data:data48};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
let data49 = data45.oauthToken;
if(typeof data49 !== "string"){
const err90 = {instancePath:instancePath+"/identityPlatform/endpoints/oauthToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/oauthToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken,data:data49};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
let data50 = data45.sts;
if(typeof data50 !== "string"){
const err91 = {instancePath:instancePath+"/identityPlatform/endpoints/sts",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/sts/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.sts.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.sts,data:data50};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
let data51 = data45.iamCredentials;
if(typeof data51 !== "string"){
const err92 = {instancePath:instancePath+"/identityPlatform/endpoints/iamCredentials",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/iamCredentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials,data:data51};
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
const err93 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.endpoints.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data45};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
else {
const err94 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.type,parentSchema:schema11.properties.identityPlatform,data:data31};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
let data52 = data.cookie;
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
if(data52.name === undefined){
data52.name = null;
}
if(data52.allowPlainName === undefined){
data52.allowPlainName = false;
}
if(data52.domain === undefined){
data52.domain = null;
}
if(data52.sameSite === undefined){
data52.sameSite = "lax";
}
if(data52.signatureKeys === undefined){
data52.signatureKeys = [];
}
if(data52.signatureKeysFile === undefined){
data52.signatureKeysFile = null;
}
for(const key11 in data52){
if(!((((((key11 === "name") || (key11 === "allowPlainName")) || (key11 === "domain")) || (key11 === "sameSite")) || (key11 === "signatureKeys")) || (key11 === "signatureKeysFile"))){
const err95 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.cookie,data:data52};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
let data53 = data52.name;
if((typeof data53 !== "string") && (data53 !== null)){
const err96 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/type",keyword:"type",params:{type: schema11.properties.cookie.properties.name.type},message:"must be string,null",schema:schema11.properties.cookie.properties.name.type,parentSchema:schema11.properties.cookie.properties.name,data:data53};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if(typeof data53 === "string"){
if(!pattern8.test(data53)){
const err97 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.cookie.properties.name,data:data53};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
let data54 = data52.allowPlainName;
if(typeof data54 !== "boolean"){
const err98 = {instancePath:instancePath+"/cookie/allowPlainName",schemaPath:"#/properties/cookie/properties/allowPlainName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.cookie.properties.allowPlainName.type,parentSchema:schema11.properties.cookie.properties.allowPlainName,data:data54};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
let data55 = data52.domain;
if((typeof data55 !== "string") && (data55 !== null)){
const err99 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/type",keyword:"type",params:{type: schema11.properties.cookie.properties.domain.type},message:"must be string,null",schema:schema11.properties.cookie.properties.domain.type,parentSchema:schema11.properties.cookie.properties.domain,data:data55};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if(typeof data55 === "string"){
if(!pattern9.test(data55)){
const err100 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\"",schema:"^[a-z0-9.-]+$",parentSchema:schema11.properties.cookie.properties.domain,data:data55};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
let data56 = data52.sameSite;
if(!(((data56 === "lax") || (data56 === "strict")) || (data56 === "none"))){
const err101 = {instancePath:instancePath+"/cookie/sameSite",schemaPath:"#/properties/cookie/properties/sameSite/enum",keyword:"enum",params:{allowedValues: schema11.properties.cookie.properties.sameSite.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.cookie.properties.sameSite.enum,parentSchema:schema11.properties.cookie.properties.sameSite,data:data56};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
let data57 = data52.signatureKeys;
if(Array.isArray(data57)){
const len4 = data57.length;
for(let i4=0; i4<len4; i4++){
let data58 = data57[i4];
if(typeof data58 === "string"){
if(func3(data58) < 1){
const err102 = {instancePath:instancePath+"/cookie/signatureKeys/" + i4,schemaPath:"#/properties/cookie/properties/signatureKeys/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data58};
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
const err103 = {instancePath:instancePath+"/cookie/signatureKeys/" + i4,schemaPath:"#/properties/cookie/properties/signatureKeys/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.cookie.properties.signatureKeys.items.type,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data58};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
}
else {
const err104 = {instancePath:instancePath+"/cookie/signatureKeys",schemaPath:"#/properties/cookie/properties/signatureKeys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.cookie.properties.signatureKeys.type,parentSchema:schema11.properties.cookie.properties.signatureKeys,data:data57};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
let data59 = data52.signatureKeysFile;
if((typeof data59 !== "string") && (data59 !== null)){
const err105 = {instancePath:instancePath+"/cookie/signatureKeysFile",schemaPath:"#/properties/cookie/properties/signatureKeysFile/type",keyword:"type",params:{type: schema11.properties.cookie.properties.signatureKeysFile.type},message:"must be string,null",schema:schema11.properties.cookie.properties.signatureKeysFile.type,parentSchema:schema11.properties.cookie.properties.signatureKeysFile,data:data59};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
else {
const err106 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.cookie.type,parentSchema:schema11.properties.cookie,data:data52};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
let data60 = data.hsts;
if((!(data60 && typeof data60 == "object" && !Array.isArray(data60))) && (data60 !== null)){
const err107 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/type",keyword:"type",params:{type: schema11.properties.hsts.type},message:"must be object,null",schema:schema11.properties.hsts.type,parentSchema:schema11.properties.hsts,data:data60};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(data60 && typeof data60 == "object" && !Array.isArray(data60)){
if(data60.maxAgeSeconds === undefined){
data60.maxAgeSeconds = 31536000;
}
if(data60.includeSubDomains === undefined){
data60.includeSubDomains = false;
}
if(data60.preload === undefined){
data60.preload = false;
}
for(const key12 in data60){
if(!(((key12 === "maxAgeSeconds") || (key12 === "includeSubDomains")) || (key12 === "preload"))){
const err108 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.hsts,data:data60};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
let data61 = data60.maxAgeSeconds;
if(!(((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61))) && (isFinite(data61)))){
const err109 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.hsts.properties.maxAgeSeconds.type,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data61};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
if((typeof data61 == "number") && (isFinite(data61))){
if(data61 > 315360000 || isNaN(data61)){
const err110 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000",schema:315360000,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data61};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
if(data61 < 0 || isNaN(data61)){
const err111 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data61};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
let data62 = data60.includeSubDomains;
if(typeof data62 !== "boolean"){
const err112 = {instancePath:instancePath+"/hsts/includeSubDomains",schemaPath:"#/properties/hsts/properties/includeSubDomains/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.includeSubDomains.type,parentSchema:schema11.properties.hsts.properties.includeSubDomains,data:data62};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
let data63 = data60.preload;
if(typeof data63 !== "boolean"){
const err113 = {instancePath:instancePath+"/hsts/preload",schemaPath:"#/properties/hsts/properties/preload/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.preload.type,parentSchema:schema11.properties.hsts.properties.preload,data:data63};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
let data64 = data.session;
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(data64.absoluteSeconds === undefined){
data64.absoluteSeconds = 1209600;
}
if(data64.idleSeconds === undefined){
data64.idleSeconds = 0;
}
if(data64.revocationCheckSeconds === undefined){
data64.revocationCheckSeconds = 300;
}
if(data64.expiredGraceSeconds === undefined){
data64.expiredGraceSeconds = 0;
}
if(data64.acquire === undefined){
data64.acquire = "auto";
}
if(data64.maxSignInAgeSeconds === undefined){
data64.maxSignInAgeSeconds = 900;
}
if(data64.requireVerifiedEmail === undefined){
data64.requireVerifiedEmail = false;
}
if(data64.visibleClaims === undefined){
data64.visibleClaims = null;
}
if(data64.signInProviders === undefined){
data64.signInProviders = null;
}
if(data64.signInsPerMinute === undefined){
data64.signInsPerMinute = 300;
}
if(data64.cacheBytes === undefined){
data64.cacheBytes = 67108864;
}
for(const key13 in data64){
if(!(func2.call(schema11.properties.session.properties, key13))){
const err114 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.session,data:data64};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
let data65 = data64.absoluteSeconds;
if(!(((typeof data65 == "number") && (!(data65 % 1) && !isNaN(data65))) && (isFinite(data65)))){
const err115 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.absoluteSeconds.type,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data65};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
if((typeof data65 == "number") && (isFinite(data65))){
if(data65 > 31536000 || isNaN(data65)){
const err116 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data65};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(data65 < 60 || isNaN(data65)){
const err117 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data65};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
let data66 = data64.idleSeconds;
if(!(((typeof data66 == "number") && (!(data66 % 1) && !isNaN(data66))) && (isFinite(data66)))){
const err118 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.idleSeconds.type,parentSchema:schema11.properties.session.properties.idleSeconds,data:data66};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
if((typeof data66 == "number") && (isFinite(data66))){
if(data66 > 31536000 || isNaN(data66)){
const err119 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.idleSeconds,data:data66};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
if(data66 < 0 || isNaN(data66)){
const err120 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.idleSeconds,data:data66};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
let data67 = data64.revocationCheckSeconds;
if(!(((typeof data67 == "number") && (!(data67 % 1) && !isNaN(data67))) && (isFinite(data67)))){
const err121 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.revocationCheckSeconds.type,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data67};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if((typeof data67 == "number") && (isFinite(data67))){
if(data67 > 86400 || isNaN(data67)){
const err122 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data67};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
if(data67 < 0 || isNaN(data67)){
const err123 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data67};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
let data68 = data64.expiredGraceSeconds;
if(!(((typeof data68 == "number") && (!(data68 % 1) && !isNaN(data68))) && (isFinite(data68)))){
const err124 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.expiredGraceSeconds.type,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data68};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
if((typeof data68 == "number") && (isFinite(data68))){
if(data68 > 86400 || isNaN(data68)){
const err125 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data68};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if(data68 < 0 || isNaN(data68)){
const err126 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data68};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
let data69 = data64.acquire;
if(!(((data69 === "auto") || (data69 === "exchange")) || (data69 === "handover"))){
const err127 = {instancePath:instancePath+"/session/acquire",schemaPath:"#/properties/session/properties/acquire/enum",keyword:"enum",params:{allowedValues: schema11.properties.session.properties.acquire.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.session.properties.acquire.enum,parentSchema:schema11.properties.session.properties.acquire,data:data69};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
let data70 = data64.maxSignInAgeSeconds;
if(!(((typeof data70 == "number") && (!(data70 % 1) && !isNaN(data70))) && (isFinite(data70)))){
const err128 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.maxSignInAgeSeconds.type,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data70};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
if((typeof data70 == "number") && (isFinite(data70))){
if(data70 > 86400 || isNaN(data70)){
const err129 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data70};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
if(data70 < 60 || isNaN(data70)){
const err130 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data70};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
let data71 = data64.requireVerifiedEmail;
if(typeof data71 !== "boolean"){
const err131 = {instancePath:instancePath+"/session/requireVerifiedEmail",schemaPath:"#/properties/session/properties/requireVerifiedEmail/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.session.properties.requireVerifiedEmail.type,parentSchema:schema11.properties.session.properties.requireVerifiedEmail,data:data71};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
let data72 = data64.visibleClaims;
if(((!(Array.isArray(data72))) && (typeof data72 !== "string")) && (data72 !== null)){
const err132 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/type",keyword:"type",params:{type: schema11.properties.session.properties.visibleClaims.type},message:"must be array,string,null",schema:schema11.properties.session.properties.visibleClaims.type,parentSchema:schema11.properties.session.properties.visibleClaims,data:data72};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
if(typeof data72 === "string"){
if(!pattern10.test(data72)){
const err133 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/pattern",keyword:"pattern",params:{pattern: "^all$"},message:"must match pattern \""+"^all$"+"\"",schema:"^all$",parentSchema:schema11.properties.session.properties.visibleClaims,data:data72};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
if(Array.isArray(data72)){
const len5 = data72.length;
for(let i5=0; i5<len5; i5++){
let data73 = data72[i5];
if(typeof data73 === "string"){
if(func3(data73) < 1){
const err134 = {instancePath:instancePath+"/session/visibleClaims/" + i5,schemaPath:"#/properties/session/properties/visibleClaims/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data73};
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
const err135 = {instancePath:instancePath+"/session/visibleClaims/" + i5,schemaPath:"#/properties/session/properties/visibleClaims/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.visibleClaims.items.type,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data73};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
}
let data74 = data64.signInProviders;
if((!(Array.isArray(data74))) && (data74 !== null)){
const err136 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/type",keyword:"type",params:{type: schema11.properties.session.properties.signInProviders.type},message:"must be array,null",schema:schema11.properties.session.properties.signInProviders.type,parentSchema:schema11.properties.session.properties.signInProviders,data:data74};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
if(Array.isArray(data74)){
if(data74.length < 1){
const err137 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.session.properties.signInProviders,data:data74};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
const len6 = data74.length;
for(let i6=0; i6<len6; i6++){
let data75 = data74[i6];
if(typeof data75 === "string"){
if(func3(data75) > 128){
const err138 = {instancePath:instancePath+"/session/signInProviders/" + i6,schemaPath:"#/properties/session/properties/signInProviders/items/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data75};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
if(func3(data75) < 1){
const err139 = {instancePath:instancePath+"/session/signInProviders/" + i6,schemaPath:"#/properties/session/properties/signInProviders/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data75};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
else {
const err140 = {instancePath:instancePath+"/session/signInProviders/" + i6,schemaPath:"#/properties/session/properties/signInProviders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.signInProviders.items.type,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data75};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
let i7 = data74.length;
let j0;
if(i7 > 1){
const indices0 = {};
for(;i7--;){
let item0 = data74[i7];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err141 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/uniqueItems",keyword:"uniqueItems",params:{i: i7, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i7+" are identical)",schema:true,parentSchema:schema11.properties.session.properties.signInProviders,data:data74};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
break;
}
indices0[item0] = i7;
}
}
}
let data76 = data64.signInsPerMinute;
if(!(((typeof data76 == "number") && (!(data76 % 1) && !isNaN(data76))) && (isFinite(data76)))){
const err142 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.signInsPerMinute.type,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data76};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
if((typeof data76 == "number") && (isFinite(data76))){
if(data76 > 1000000 || isNaN(data76)){
const err143 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data76};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
if(data76 < 0 || isNaN(data76)){
const err144 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data76};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
let data77 = data64.cacheBytes;
if(!(((typeof data77 == "number") && (!(data77 % 1) && !isNaN(data77))) && (isFinite(data77)))){
const err145 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.cacheBytes.type,parentSchema:schema11.properties.session.properties.cacheBytes,data:data77};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
if((typeof data77 == "number") && (isFinite(data77))){
if(data77 > 17179869184 || isNaN(data77)){
const err146 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 17179869184},message:"must be <= 17179869184",schema:17179869184,parentSchema:schema11.properties.session.properties.cacheBytes,data:data77};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
if(data77 < 1048576 || isNaN(data77)){
const err147 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema11.properties.session.properties.cacheBytes,data:data77};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
}
else {
const err148 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.session.type,parentSchema:schema11.properties.session,data:data64};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
let data78 = data.logout;
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
if(data78.clearSiteData === undefined){
data78.clearSiteData = [];
}
for(const key14 in data78){
if(!(key14 === "clearSiteData")){
const err149 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.logout,data:data78};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
let data79 = data78.clearSiteData;
if(Array.isArray(data79)){
const len7 = data79.length;
for(let i8=0; i8<len7; i8++){
let data80 = data79[i8];
if(!((data80 === "cache") || (data80 === "storage"))){
const err150 = {instancePath:instancePath+"/logout/clearSiteData/" + i8,schemaPath:"#/properties/logout/properties/clearSiteData/items/enum",keyword:"enum",params:{allowedValues: schema11.properties.logout.properties.clearSiteData.items.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.logout.properties.clearSiteData.items.enum,parentSchema:schema11.properties.logout.properties.clearSiteData.items,data:data80};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
let i9 = data79.length;
let j1;
if(i9 > 1){
outer0:
for(;i9--;){
for(j1 = i9; j1--;){
if(func0(data79[i9], data79[j1])){
const err151 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/uniqueItems",keyword:"uniqueItems",params:{i: i9, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i9+" are identical)",schema:true,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data79};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err152 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.logout.properties.clearSiteData.type,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data79};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
else {
const err153 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.logout.type,parentSchema:schema11.properties.logout,data:data78};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
let data81 = data.paths;
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
if(data81.login === undefined){
data81.login = "/login";
}
if(data81.logout === undefined){
data81.logout = "/logout";
}
if(data81.refresh === undefined){
data81.refresh = "/_auth/refresh";
}
if(data81.session === undefined){
data81.session = "/_auth/session";
}
if(data81.verify === undefined){
data81.verify = "/_auth/verify";
}
if(data81.home === undefined){
data81.home = "/";
}
for(const key15 in data81){
if(!((((((key15 === "login") || (key15 === "logout")) || (key15 === "refresh")) || (key15 === "session")) || (key15 === "verify")) || (key15 === "home"))){
const err154 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.paths,data:data81};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
let data82 = data81.login;
if(typeof data82 === "string"){
if(!pattern11.test(data82)){
const err155 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.login,data:data82};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
else {
const err156 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.login.type,parentSchema:schema11.properties.paths.properties.login,data:data82};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
let data83 = data81.logout;
if(typeof data83 === "string"){
if(!pattern11.test(data83)){
const err157 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.logout,data:data83};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
else {
const err158 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.logout.type,parentSchema:schema11.properties.paths.properties.logout,data:data83};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
let data84 = data81.refresh;
if(typeof data84 === "string"){
if(!pattern11.test(data84)){
const err159 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.refresh,data:data84};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
else {
const err160 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.refresh.type,parentSchema:schema11.properties.paths.properties.refresh,data:data84};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
let data85 = data81.session;
if(typeof data85 === "string"){
if(!pattern11.test(data85)){
const err161 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.session,data:data85};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
else {
const err162 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.session.type,parentSchema:schema11.properties.paths.properties.session,data:data85};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
let data86 = data81.verify;
if(typeof data86 === "string"){
if(!pattern11.test(data86)){
const err163 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.verify,data:data86};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
else {
const err164 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.verify.type,parentSchema:schema11.properties.paths.properties.verify,data:data86};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
let data87 = data81.home;
if(typeof data87 === "string"){
if(!pattern11.test(data87)){
const err165 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.home,data:data87};
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
const err166 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.home.type,parentSchema:schema11.properties.paths.properties.home,data:data87};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
else {
const err167 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.paths.type,parentSchema:schema11.properties.paths,data:data81};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
let data88 = data.redirectParameter;
if(typeof data88 === "string"){
if(!pattern8.test(data88)){
const err168 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.redirectParameter,data:data88};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
else {
const err169 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.redirectParameter.type,parentSchema:schema11.properties.redirectParameter,data:data88};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
let data89 = data.identityHeaders;
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
for(const key16 in data89){
if(!(pattern2.test(key16))){
const err170 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityHeaders,data:data89};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
}
for(const key17 in data89){
if(pattern2.test(key17)){
let data90 = data89[key17];
if((typeof data90 !== "string") && (data90 !== null)){
const err171 = {instancePath:instancePath+"/identityHeaders/" + key17.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityHeaders/patternProperties/%5E%5Ba-z0-9%5D%5Ba-z0-9-%5D*%24/type",keyword:"type",params:{type: schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type},message:"must be string,null",schema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type,parentSchema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"],data:data90};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
}
}
}
else {
const err172 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityHeaders.type,parentSchema:schema11.properties.identityHeaders,data:data89};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
let data91 = data.access;
if(data91 && typeof data91 == "object" && !Array.isArray(data91)){
if(data91.default === undefined){
data91.default = "signed-in";
}
if(data91.rules === undefined){
data91.rules = [];
}
for(const key18 in data91){
if(!((key18 === "default") || (key18 === "rules"))){
const err173 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access,data:data91};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
}
let data92 = data91.default;
if(!((data92 === "signed-in") || (data92 === "public"))){
const err174 = {instancePath:instancePath+"/access/default",schemaPath:"#/properties/access/properties/default/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.default.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.default.enum,parentSchema:schema11.properties.access.properties.default,data:data92};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
let data93 = data91.rules;
if(Array.isArray(data93)){
const len8 = data93.length;
for(let i10=0; i10<len8; i10++){
let data94 = data93[i10];
if(data94 && typeof data94 == "object" && !Array.isArray(data94)){
if(data94.path === undefined){
const err175 = {instancePath:instancePath+"/access/rules/" + i10,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data94};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
if(data94.allow === undefined){
const err176 = {instancePath:instancePath+"/access/rules/" + i10,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data94};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
for(const key19 in data94){
if(!((((key19 === "path") || (key19 === "host")) || (key19 === "methods")) || (key19 === "allow"))){
const err177 = {instancePath:instancePath+"/access/rules/" + i10,schemaPath:"#/properties/access/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items,data:data94};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
}
if(data94.path !== undefined){
let data95 = data94.path;
if(typeof data95 === "string"){
if(!pattern20.test(data95)){
const err178 = {instancePath:instancePath+"/access/rules/" + i10+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\"",schema:"^/[^*?#\\s]*(/\\*)?$|^/\\*$",parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data95};
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
const err179 = {instancePath:instancePath+"/access/rules/" + i10+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.path.type,parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data95};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
if(data94.host !== undefined){
let data96 = data94.host;
if(typeof data96 === "string"){
if(!pattern21.test(data96)){
const err180 = {instancePath:instancePath+"/access/rules/" + i10+"/host",schemaPath:"#/properties/access/properties/rules/items/properties/host/pattern",keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema11.properties.access.properties.rules.items.properties.host,data:data96};
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
const err181 = {instancePath:instancePath+"/access/rules/" + i10+"/host",schemaPath:"#/properties/access/properties/rules/items/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.host.type,parentSchema:schema11.properties.access.properties.rules.items.properties.host,data:data96};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
}
if(data94.methods !== undefined){
let data97 = data94.methods;
if(Array.isArray(data97)){
if(data97.length < 1){
const err182 = {instancePath:instancePath+"/access/rules/" + i10+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data97};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
const len9 = data97.length;
for(let i11=0; i11<len9; i11++){
let data98 = data97[i11];
if(typeof data98 === "string"){
if(!pattern22.test(data98)){
const err183 = {instancePath:instancePath+"/access/rules/" + i10+"/methods/" + i11,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\"",schema:"^[A-Z]+$",parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data98};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
}
else {
const err184 = {instancePath:instancePath+"/access/rules/" + i10+"/methods/" + i11,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.methods.items.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data98};
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
const err185 = {instancePath:instancePath+"/access/rules/" + i10+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.items.properties.methods.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data97};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
}
if(data94.allow !== undefined){
let data99 = data94.allow;
const _errs213 = errors;
let valid40 = true;
const _errs214 = errors;
if(!(data99 && typeof data99 == "object" && !Array.isArray(data99))){
const err186 = {};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
var _valid0 = _errs214 === errors;
errors = _errs213;
if(vErrors !== null){
if(_errs213){
vErrors.length = _errs213;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs216 = errors;
if(data99 && typeof data99 == "object" && !Array.isArray(data99)){
if(data99.claim === undefined){
const err187 = {instancePath:instancePath+"/access/rules/" + i10+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/required",keyword:"required",params:{missingProperty: "claim"},message:"must have required property '"+"claim"+"'",schema:schema11.properties.access.properties.rules.items.properties.allow.then.required,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data99};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
if(data99.oneOf === undefined){
const err188 = {instancePath:instancePath+"/access/rules/" + i10+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/required",keyword:"required",params:{missingProperty: "oneOf"},message:"must have required property '"+"oneOf"+"'",schema:schema11.properties.access.properties.rules.items.properties.allow.then.required,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data99};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
for(const key20 in data99){
if(!(((key20 === "claim") || (key20 === "oneOf")) || (key20 === "allowUnverified"))){
const err189 = {instancePath:instancePath+"/access/rules/" + i10+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data99};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
}
if(data99.claim !== undefined){
let data100 = data99.claim;
if(typeof data100 === "string"){
if(func3(data100) < 1){
const err190 = {instancePath:instancePath+"/access/rules/" + i10+"/allow/claim",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/claim/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim,data:data100};
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
const err191 = {instancePath:instancePath+"/access/rules/" + i10+"/allow/claim",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/claim/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim,data:data100};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
if(data99.oneOf !== undefined){
let data101 = data99.oneOf;
if(Array.isArray(data101)){
if(data101.length < 1){
const err192 = {instancePath:instancePath+"/access/rules/" + i10+"/allow/oneOf",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf,data:data101};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
const len10 = data101.length;
for(let i12=0; i12<len10; i12++){
let data102 = data101[i12];
if(((typeof data102 !== "string") && (!((typeof data102 == "number") && (isFinite(data102))))) && (typeof data102 !== "boolean")){
const err193 = {instancePath:instancePath+"/access/rules/" + i10+"/allow/oneOf/" + i12,schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/items/type",keyword:"type",params:{type: schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items.type},message:"must be string,number,boolean",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items,data:data102};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
}
else {
const err194 = {instancePath:instancePath+"/access/rules/" + i10+"/allow/oneOf",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf,data:data101};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
if(data99.allowUnverified !== undefined){
let data103 = data99.allowUnverified;
if(typeof data103 !== "boolean"){
const err195 = {instancePath:instancePath+"/access/rules/" + i10+"/allow/allowUnverified",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/allowUnverified/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.allowUnverified.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.allowUnverified,data:data103};
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
const err196 = {instancePath:instancePath+"/access/rules/" + i10+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.properties.allow.then.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data99};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
var _valid0 = _errs216 === errors;
valid40 = _valid0;
ifClause0 = "then";
}
else {
const _errs227 = errors;
if(!((data99 === "public") || (data99 === "signed-in"))){
const err197 = {instancePath:instancePath+"/access/rules/" + i10+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/else/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.rules.items.properties.allow.else.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.rules.items.properties.allow.else.enum,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.else,data:data99};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
var _valid0 = _errs227 === errors;
valid40 = _valid0;
ifClause0 = "else";
}
if(!valid40){
const err198 = {instancePath:instancePath+"/access/rules/" + i10+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema11.properties.access.properties.rules.items.properties.allow.if,parentSchema:schema11.properties.access.properties.rules.items.properties.allow,data:data99};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
}
else {
const err199 = {instancePath:instancePath+"/access/rules/" + i10,schemaPath:"#/properties/access/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.type,parentSchema:schema11.properties.access.properties.rules.items,data:data94};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
}
}
else {
const err200 = {instancePath:instancePath+"/access/rules",schemaPath:"#/properties/access/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.type,parentSchema:schema11.properties.access.properties.rules,data:data93};
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
const err201 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.type,parentSchema:schema11.properties.access,data:data91};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
let data104 = data.login;
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
if(data104.methods === undefined){
data104.methods = {};
}
if(data104.providers === undefined){
data104.providers = [];
}
if(data104.federated === undefined){
data104.federated = {};
}
if(data104.mfa === undefined){
data104.mfa = {};
}
if(data104.tenants === undefined){
data104.tenants = {};
}
if(data104.brand === undefined){
data104.brand = {};
}
if(data104.theme === undefined){
data104.theme = {};
}
if(data104.links === undefined){
data104.links = {};
}
if(data104.destinations === undefined){
data104.destinations = {};
}
if(data104.hosts === undefined){
data104.hosts = {};
}
if(data104.locales === undefined){
data104.locales = {};
}
if(data104.security === undefined){
data104.security = {};
}
if(data104.emulator === undefined){
data104.emulator = null;
}
for(const key21 in data104){
if(!(func2.call(schema11.properties.login.properties, key21))){
const err202 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key21},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login,data:data104};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
}
let data105 = data104.methods;
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
if(data105.password === undefined){
data105.password = true;
}
if(data105.emailLink === undefined){
data105.emailLink = false;
}
if(data105.signup === undefined){
data105.signup = false;
}
if(data105.askName === undefined){
data105.askName = false;
}
for(const key22 in data105){
if(!((((key22 === "password") || (key22 === "emailLink")) || (key22 === "signup")) || (key22 === "askName"))){
const err203 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.methods,data:data105};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
}
let data106 = data105.password;
if(typeof data106 !== "boolean"){
const err204 = {instancePath:instancePath+"/login/methods/password",schemaPath:"#/properties/login/properties/methods/properties/password/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.password.type,parentSchema:schema11.properties.login.properties.methods.properties.password,data:data106};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
let data107 = data105.emailLink;
if(typeof data107 !== "boolean"){
const err205 = {instancePath:instancePath+"/login/methods/emailLink",schemaPath:"#/properties/login/properties/methods/properties/emailLink/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.emailLink.type,parentSchema:schema11.properties.login.properties.methods.properties.emailLink,data:data107};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
let data108 = data105.signup;
if(typeof data108 !== "boolean"){
const err206 = {instancePath:instancePath+"/login/methods/signup",schemaPath:"#/properties/login/properties/methods/properties/signup/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.signup.type,parentSchema:schema11.properties.login.properties.methods.properties.signup,data:data108};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
let data109 = data105.askName;
if(typeof data109 !== "boolean"){
const err207 = {instancePath:instancePath+"/login/methods/askName",schemaPath:"#/properties/login/properties/methods/properties/askName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.askName.type,parentSchema:schema11.properties.login.properties.methods.properties.askName,data:data109};
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
const err208 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.methods.type,parentSchema:schema11.properties.login.properties.methods,data:data105};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
let data110 = data104.providers;
if(Array.isArray(data110)){
const len11 = data110.length;
for(let i13=0; i13<len11; i13++){
let data111 = data110[i13];
if(data111 && typeof data111 == "object" && !Array.isArray(data111)){
if(data111.icon === undefined){
data111.icon = null;
}
if(data111.scopes === undefined){
data111.scopes = [];
}
if(data111.id === undefined){
const err209 = {instancePath:instancePath+"/login/providers/" + i13,schemaPath:"#/properties/login/properties/providers/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.providers.items.required,parentSchema:schema11.properties.login.properties.providers.items,data:data111};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
for(const key23 in data111){
if(!(((((key23 === "id") || (key23 === "name")) || (key23 === "icon")) || (key23 === "scopes")) || (key23 === "params"))){
const err210 = {instancePath:instancePath+"/login/providers/" + i13,schemaPath:"#/properties/login/properties/providers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.providers.items,data:data111};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
}
if(data111.id !== undefined){
let data112 = data111.id;
if(typeof data112 === "string"){
if(!pattern23.test(data112)){
const err211 = {instancePath:instancePath+"/login/providers/" + i13+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][A-Za-z0-9._-]{0,127}$"},message:"must match pattern \""+"^[a-z0-9][A-Za-z0-9._-]{0,127}$"+"\"",schema:"^[a-z0-9][A-Za-z0-9._-]{0,127}$",parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data112};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
else {
const err212 = {instancePath:instancePath+"/login/providers/" + i13+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.id.type,parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data112};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
}
if(data111.name !== undefined){
let data113 = data111.name;
if(typeof data113 === "string"){
if(func3(data113) > 60){
const err213 = {instancePath:instancePath+"/login/providers/" + i13+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters",schema:60,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data113};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
if(!pattern24.test(data113)){
const err214 = {instancePath:instancePath+"/login/providers/" + i13+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data113};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
}
else {
const err215 = {instancePath:instancePath+"/login/providers/" + i13+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.name.type,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data113};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
}
let data114 = data111.icon;
if((typeof data114 !== "string") && (data114 !== null)){
const err216 = {instancePath:instancePath+"/login/providers/" + i13+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/type",keyword:"type",params:{type: schema11.properties.login.properties.providers.items.properties.icon.type},message:"must be string,null",schema:schema11.properties.login.properties.providers.items.properties.icon.type,parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data114};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
if(typeof data114 === "string"){
if(!pattern25.test(data114)){
const err217 = {instancePath:instancePath+"/login/providers/" + i13+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data114};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
}
let data115 = data111.scopes;
if(Array.isArray(data115)){
const len12 = data115.length;
for(let i14=0; i14<len12; i14++){
let data116 = data115[i14];
if(typeof data116 === "string"){
if(func3(data116) < 1){
const err218 = {instancePath:instancePath+"/login/providers/" + i13+"/scopes/" + i14,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data116};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
}
else {
const err219 = {instancePath:instancePath+"/login/providers/" + i13+"/scopes/" + i14,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.scopes.items.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data116};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
}
else {
const err220 = {instancePath:instancePath+"/login/providers/" + i13+"/scopes",schemaPath:"#/properties/login/properties/providers/items/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.items.properties.scopes.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes,data:data115};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
if(data111.params !== undefined){
let data117 = data111.params;
if(data117 && typeof data117 == "object" && !Array.isArray(data117)){
for(const key24 in data117){
if(pattern26.test(key24)){
let data118 = data117[key24];
if(typeof data118 !== "string"){
const err221 = {instancePath:instancePath+"/login/providers/" + i13+"/params/" + key24.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/providers/items/properties/params/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"],data:data118};
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
}
else {
const err222 = {instancePath:instancePath+"/login/providers/" + i13+"/params",schemaPath:"#/properties/login/properties/providers/items/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.properties.params.type,parentSchema:schema11.properties.login.properties.providers.items.properties.params,data:data117};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
}
else {
const err223 = {instancePath:instancePath+"/login/providers/" + i13,schemaPath:"#/properties/login/properties/providers/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.type,parentSchema:schema11.properties.login.properties.providers.items,data:data111};
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
else {
const err224 = {instancePath:instancePath+"/login/providers",schemaPath:"#/properties/login/properties/providers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.type,parentSchema:schema11.properties.login.properties.providers,data:data110};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
let data119 = data104.federated;
if(data119 && typeof data119 == "object" && !Array.isArray(data119)){
if(data119.mode === undefined){
data119.mode = "auto";
}
if(data119.helper === undefined){
data119.helper = "proxy";
}
if(data119.helperUrl === undefined){
data119.helperUrl = null;
}
for(const key25 in data119){
if(!(((key25 === "mode") || (key25 === "helper")) || (key25 === "helperUrl"))){
const err225 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key25},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.federated,data:data119};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
}
let data120 = data119.mode;
if(!(((data120 === "auto") || (data120 === "redirect")) || (data120 === "popup"))){
const err226 = {instancePath:instancePath+"/login/federated/mode",schemaPath:"#/properties/login/properties/federated/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.mode.enum,parentSchema:schema11.properties.login.properties.federated.properties.mode,data:data120};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
let data121 = data119.helper;
if(!((data121 === "proxy") || (data121 === "firebaseapp"))){
const err227 = {instancePath:instancePath+"/login/federated/helper",schemaPath:"#/properties/login/properties/federated/properties/helper/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.helper.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.helper.enum,parentSchema:schema11.properties.login.properties.federated.properties.helper,data:data121};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
let data122 = data119.helperUrl;
if((typeof data122 !== "string") && (data122 !== null)){
const err228 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/type",keyword:"type",params:{type: schema11.properties.login.properties.federated.properties.helperUrl.type},message:"must be string,null",schema:schema11.properties.login.properties.federated.properties.helperUrl.type,parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data122};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
if(typeof data122 === "string"){
if(!pattern0.test(data122)){
const err229 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data122};
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
const err230 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.federated.type,parentSchema:schema11.properties.login.properties.federated,data:data119};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
let data123 = data104.mfa;
if(data123 && typeof data123 == "object" && !Array.isArray(data123)){
if(data123.totp === undefined){
data123.totp = "optional";
}
if(data123.sms === undefined){
data123.sms = false;
}
if(data123.issuer === undefined){
data123.issuer = null;
}
for(const key26 in data123){
if(!(((key26 === "totp") || (key26 === "sms")) || (key26 === "issuer"))){
const err231 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key26},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.mfa,data:data123};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
let data124 = data123.totp;
if(!(((data124 === "off") || (data124 === "optional")) || (data124 === "required"))){
const err232 = {instancePath:instancePath+"/login/mfa/totp",schemaPath:"#/properties/login/properties/mfa/properties/totp/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.mfa.properties.totp.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.mfa.properties.totp.enum,parentSchema:schema11.properties.login.properties.mfa.properties.totp,data:data124};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
let data125 = data123.sms;
if(typeof data125 !== "boolean"){
const err233 = {instancePath:instancePath+"/login/mfa/sms",schemaPath:"#/properties/login/properties/mfa/properties/sms/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.mfa.properties.sms.type,parentSchema:schema11.properties.login.properties.mfa.properties.sms,data:data125};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
let data126 = data123.issuer;
if((typeof data126 !== "string") && (data126 !== null)){
const err234 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/type",keyword:"type",params:{type: schema11.properties.login.properties.mfa.properties.issuer.type},message:"must be string,null",schema:schema11.properties.login.properties.mfa.properties.issuer.type,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data126};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
if(typeof data126 === "string"){
if(func3(data126) < 1){
const err235 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data126};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
if(!pattern28.test(data126)){
const err236 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/pattern",keyword:"pattern",params:{pattern: "^[^:]+$"},message:"must match pattern \""+"^[^:]+$"+"\"",schema:"^[^:]+$",parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data126};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
}
}
else {
const err237 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.mfa.type,parentSchema:schema11.properties.login.properties.mfa,data:data123};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
let data127 = data104.tenants;
if(data127 && typeof data127 == "object" && !Array.isArray(data127)){
if(data127.byHost === undefined){
data127.byHost = {};
}
if(data127.byEmailDomain === undefined){
data127.byEmailDomain = {};
}
if(data127.choose === undefined){
data127.choose = [];
}
for(const key27 in data127){
if(!(((key27 === "byHost") || (key27 === "byEmailDomain")) || (key27 === "choose"))){
const err238 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key27},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants,data:data127};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
}
let data128 = data127.byHost;
if(data128 && typeof data128 == "object" && !Array.isArray(data128)){
for(const key28 in data128){
if(!(pattern29.test(key28))){
const err239 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key28},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data128};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
}
for(const key29 in data128){
if(pattern29.test(key29)){
let data129 = data128[key29];
if(typeof data129 === "string"){
if(func3(data129) < 1){
const err240 = {instancePath:instancePath+"/login/tenants/byHost/" + key29.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data129};
if(vErrors === null){
vErrors = [err240];
}
else {
vErrors.push(err240);
}
errors++;
}
if(!pattern6.test(data129)){
const err241 = {instancePath:instancePath+"/login/tenants/byHost/" + key29.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data129};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
}
else {
const err242 = {instancePath:instancePath+"/login/tenants/byHost/" + key29.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data129};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
}
}
}
else {
const err243 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byHost.type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data128};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
let data130 = data127.byEmailDomain;
if(data130 && typeof data130 == "object" && !Array.isArray(data130)){
for(const key30 in data130){
if(!(pattern29.test(key30))){
const err244 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key30},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data130};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
}
for(const key31 in data130){
if(pattern29.test(key31)){
let data131 = data130[key31];
if(typeof data131 === "string"){
if(func3(data131) < 1){
const err245 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key31.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data131};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
if(!pattern6.test(data131)){
const err246 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key31.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data131};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
}
else {
const err247 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key31.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data131};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
}
}
}
else {
const err248 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data130};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
let data132 = data127.choose;
if(Array.isArray(data132)){
const len13 = data132.length;
for(let i15=0; i15<len13; i15++){
let data133 = data132[i15];
if(data133 && typeof data133 == "object" && !Array.isArray(data133)){
if(data133.id === undefined){
const err249 = {instancePath:instancePath+"/login/tenants/choose/" + i15,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data133};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
if(data133.name === undefined){
const err250 = {instancePath:instancePath+"/login/tenants/choose/" + i15,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data133};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
for(const key32 in data133){
if(!((key32 === "id") || (key32 === "name"))){
const err251 = {instancePath:instancePath+"/login/tenants/choose/" + i15,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key32},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data133};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
}
if(data133.id !== undefined){
let data134 = data133.id;
if(typeof data134 === "string"){
if(func3(data134) < 1){
const err252 = {instancePath:instancePath+"/login/tenants/choose/" + i15+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data134};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
if(!pattern6.test(data134)){
const err253 = {instancePath:instancePath+"/login/tenants/choose/" + i15+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data134};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
}
else {
const err254 = {instancePath:instancePath+"/login/tenants/choose/" + i15+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data134};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
}
if(data133.name !== undefined){
let data135 = data133.name;
if(typeof data135 === "string"){
if(!pattern24.test(data135)){
const err255 = {instancePath:instancePath+"/login/tenants/choose/" + i15+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data135};
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
const err256 = {instancePath:instancePath+"/login/tenants/choose/" + i15+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data135};
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
else {
const err257 = {instancePath:instancePath+"/login/tenants/choose/" + i15,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.choose.items.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data133};
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
else {
const err258 = {instancePath:instancePath+"/login/tenants/choose",schemaPath:"#/properties/login/properties/tenants/properties/choose/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.tenants.properties.choose.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose,data:data132};
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
const err259 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.type,parentSchema:schema11.properties.login.properties.tenants,data:data127};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
let data136 = data104.brand;
if(data136 && typeof data136 == "object" && !Array.isArray(data136)){
if(data136.name === undefined){
data136.name = "Gatehouse";
}
if(data136.logo === undefined){
data136.logo = null;
}
if(data136.logoDark === undefined){
data136.logoDark = null;
}
if(data136.favicon === undefined){
data136.favicon = null;
}
if(data136.background === undefined){
data136.background = null;
}
for(const key33 in data136){
if(!(((((key33 === "name") || (key33 === "logo")) || (key33 === "logoDark")) || (key33 === "favicon")) || (key33 === "background"))){
const err260 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key33},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.brand,data:data136};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
}
let data137 = data136.name;
if(typeof data137 === "string"){
if(func3(data137) > 80){
const err261 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data137};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
if(!pattern24.test(data137)){
const err262 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.brand.properties.name,data:data137};
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
const err263 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data137};
if(vErrors === null){
vErrors = [err263];
}
else {
vErrors.push(err263);
}
errors++;
}
let data138 = data136.logo;
if((typeof data138 !== "string") && (data138 !== null)){
const err264 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data138};
if(vErrors === null){
vErrors = [err264];
}
else {
vErrors.push(err264);
}
errors++;
}
if(typeof data138 === "string"){
if(!pattern25.test(data138)){
const err265 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data138};
if(vErrors === null){
vErrors = [err265];
}
else {
vErrors.push(err265);
}
errors++;
}
}
let data139 = data136.logoDark;
if((typeof data139 !== "string") && (data139 !== null)){
const err266 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data139};
if(vErrors === null){
vErrors = [err266];
}
else {
vErrors.push(err266);
}
errors++;
}
if(typeof data139 === "string"){
if(!pattern25.test(data139)){
const err267 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data139};
if(vErrors === null){
vErrors = [err267];
}
else {
vErrors.push(err267);
}
errors++;
}
}
let data140 = data136.favicon;
if((typeof data140 !== "string") && (data140 !== null)){
const err268 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data140};
if(vErrors === null){
vErrors = [err268];
}
else {
vErrors.push(err268);
}
errors++;
}
if(typeof data140 === "string"){
if(!pattern25.test(data140)){
const err269 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data140};
if(vErrors === null){
vErrors = [err269];
}
else {
vErrors.push(err269);
}
errors++;
}
}
let data141 = data136.background;
if((typeof data141 !== "string") && (data141 !== null)){
const err270 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.brand.properties.background,data:data141};
if(vErrors === null){
vErrors = [err270];
}
else {
vErrors.push(err270);
}
errors++;
}
if(typeof data141 === "string"){
if(!pattern25.test(data141)){
const err271 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.background,data:data141};
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
const err272 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.brand.type,parentSchema:schema11.properties.login.properties.brand,data:data136};
if(vErrors === null){
vErrors = [err272];
}
else {
vErrors.push(err272);
}
errors++;
}
let data142 = data104.theme;
if(data142 && typeof data142 == "object" && !Array.isArray(data142)){
if(data142.accent === undefined){
data142.accent = null;
}
if(data142.accentDark === undefined){
data142.accentDark = null;
}
if(data142.mode === undefined){
data142.mode = "auto";
}
if(data142.radius === undefined){
data142.radius = 10;
}
if(data142.font === undefined){
data142.font = "system";
}
if(data142.cssFile === undefined){
data142.cssFile = null;
}
for(const key34 in data142){
if(!((((((key34 === "accent") || (key34 === "accentDark")) || (key34 === "mode")) || (key34 === "radius")) || (key34 === "font")) || (key34 === "cssFile"))){
const err273 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key34},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.theme,data:data142};
if(vErrors === null){
vErrors = [err273];
}
else {
vErrors.push(err273);
}
errors++;
}
}
let data143 = data142.accent;
if((typeof data143 !== "string") && (data143 !== null)){
const err274 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data143};
if(vErrors === null){
vErrors = [err274];
}
else {
vErrors.push(err274);
}
errors++;
}
if(typeof data143 === "string"){
if(!pattern42.test(data143)){
const err275 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data143};
if(vErrors === null){
vErrors = [err275];
}
else {
vErrors.push(err275);
}
errors++;
}
}
let data144 = data142.accentDark;
if((typeof data144 !== "string") && (data144 !== null)){
const err276 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data144};
if(vErrors === null){
vErrors = [err276];
}
else {
vErrors.push(err276);
}
errors++;
}
if(typeof data144 === "string"){
if(!pattern42.test(data144)){
const err277 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data144};
if(vErrors === null){
vErrors = [err277];
}
else {
vErrors.push(err277);
}
errors++;
}
}
let data145 = data142.mode;
if(!(((data145 === "auto") || (data145 === "light")) || (data145 === "dark"))){
const err278 = {instancePath:instancePath+"/login/theme/mode",schemaPath:"#/properties/login/properties/theme/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.theme.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.theme.properties.mode.enum,parentSchema:schema11.properties.login.properties.theme.properties.mode,data:data145};
if(vErrors === null){
vErrors = [err278];
}
else {
vErrors.push(err278);
}
errors++;
}
let data146 = data142.radius;
if(!(((typeof data146 == "number") && (!(data146 % 1) && !isNaN(data146))) && (isFinite(data146)))){
const err279 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.login.properties.theme.properties.radius.type,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data146};
if(vErrors === null){
vErrors = [err279];
}
else {
vErrors.push(err279);
}
errors++;
}
if((typeof data146 == "number") && (isFinite(data146))){
if(data146 > 24 || isNaN(data146)){
const err280 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/maximum",keyword:"maximum",params:{comparison: "<=", limit: 24},message:"must be <= 24",schema:24,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data146};
if(vErrors === null){
vErrors = [err280];
}
else {
vErrors.push(err280);
}
errors++;
}
if(data146 < 0 || isNaN(data146)){
const err281 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data146};
if(vErrors === null){
vErrors = [err281];
}
else {
vErrors.push(err281);
}
errors++;
}
}
let data147 = data142.font;
if(typeof data147 === "string"){
if(!pattern44.test(data147)){
const err282 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9 ,'\"_-]{1,200}$"},message:"must match pattern \""+"^[A-Za-z0-9 ,'\"_-]{1,200}$"+"\"",schema:"^[A-Za-z0-9 ,'\"_-]{1,200}$",parentSchema:schema11.properties.login.properties.theme.properties.font,data:data147};
if(vErrors === null){
vErrors = [err282];
}
else {
vErrors.push(err282);
}
errors++;
}
}
else {
const err283 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.theme.properties.font.type,parentSchema:schema11.properties.login.properties.theme.properties.font,data:data147};
if(vErrors === null){
vErrors = [err283];
}
else {
vErrors.push(err283);
}
errors++;
}
let data148 = data142.cssFile;
if((typeof data148 !== "string") && (data148 !== null)){
const err284 = {instancePath:instancePath+"/login/theme/cssFile",schemaPath:"#/properties/login/properties/theme/properties/cssFile/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.cssFile.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.cssFile.type,parentSchema:schema11.properties.login.properties.theme.properties.cssFile,data:data148};
if(vErrors === null){
vErrors = [err284];
}
else {
vErrors.push(err284);
}
errors++;
}
}
else {
const err285 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.theme.type,parentSchema:schema11.properties.login.properties.theme,data:data142};
if(vErrors === null){
vErrors = [err285];
}
else {
vErrors.push(err285);
}
errors++;
}
let data149 = data104.links;
if(data149 && typeof data149 == "object" && !Array.isArray(data149)){
if(data149.privacy === undefined){
data149.privacy = null;
}
if(data149.terms === undefined){
data149.terms = null;
}
if(data149.help === undefined){
data149.help = null;
}
if(data149.contact === undefined){
data149.contact = null;
}
for(const key35 in data149){
if(!((((key35 === "privacy") || (key35 === "terms")) || (key35 === "help")) || (key35 === "contact"))){
const err286 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key35},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.links,data:data149};
if(vErrors === null){
vErrors = [err286];
}
else {
vErrors.push(err286);
}
errors++;
}
}
let data150 = data149.privacy;
if((typeof data150 !== "string") && (data150 !== null)){
const err287 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data150};
if(vErrors === null){
vErrors = [err287];
}
else {
vErrors.push(err287);
}
errors++;
}
if(typeof data150 === "string"){
if(!pattern45.test(data150)){
const err288 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data150};
if(vErrors === null){
vErrors = [err288];
}
else {
vErrors.push(err288);
}
errors++;
}
}
let data151 = data149.terms;
if((typeof data151 !== "string") && (data151 !== null)){
const err289 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.links.properties.terms,data:data151};
if(vErrors === null){
vErrors = [err289];
}
else {
vErrors.push(err289);
}
errors++;
}
if(typeof data151 === "string"){
if(!pattern45.test(data151)){
const err290 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.terms,data:data151};
if(vErrors === null){
vErrors = [err290];
}
else {
vErrors.push(err290);
}
errors++;
}
}
let data152 = data149.help;
if((typeof data152 !== "string") && (data152 !== null)){
const err291 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.links.properties.help,data:data152};
if(vErrors === null){
vErrors = [err291];
}
else {
vErrors.push(err291);
}
errors++;
}
if(typeof data152 === "string"){
if(!pattern45.test(data152)){
const err292 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.help,data:data152};
if(vErrors === null){
vErrors = [err292];
}
else {
vErrors.push(err292);
}
errors++;
}
}
let data153 = data149.contact;
if((typeof data153 !== "string") && (data153 !== null)){
const err293 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.links.properties.contact,data:data153};
if(vErrors === null){
vErrors = [err293];
}
else {
vErrors.push(err293);
}
errors++;
}
if(typeof data153 === "string"){
if(!pattern45.test(data153)){
const err294 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.contact,data:data153};
if(vErrors === null){
vErrors = [err294];
}
else {
vErrors.push(err294);
}
errors++;
}
}
}
else {
const err295 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.links.type,parentSchema:schema11.properties.login.properties.links,data:data149};
if(vErrors === null){
vErrors = [err295];
}
else {
vErrors.push(err295);
}
errors++;
}
let data154 = data104.destinations;
if(data154 && typeof data154 == "object" && !Array.isArray(data154)){
for(const key36 in data154){
if(!(pattern11.test(key36))){
const err296 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key36},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.destinations,data:data154};
if(vErrors === null){
vErrors = [err296];
}
else {
vErrors.push(err296);
}
errors++;
}
}
for(const key37 in data154){
if(pattern11.test(key37)){
let data155 = data154[key37];
if(typeof data155 === "string"){
if(func3(data155) > 80){
const err297 = {instancePath:instancePath+"/login/destinations/" + key37.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data155};
if(vErrors === null){
vErrors = [err297];
}
else {
vErrors.push(err297);
}
errors++;
}
if(func3(data155) < 1){
const err298 = {instancePath:instancePath+"/login/destinations/" + key37.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data155};
if(vErrors === null){
vErrors = [err298];
}
else {
vErrors.push(err298);
}
errors++;
}
}
else {
const err299 = {instancePath:instancePath+"/login/destinations/" + key37.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data155};
if(vErrors === null){
vErrors = [err299];
}
else {
vErrors.push(err299);
}
errors++;
}
}
}
}
else {
const err300 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.destinations.type,parentSchema:schema11.properties.login.properties.destinations,data:data154};
if(vErrors === null){
vErrors = [err300];
}
else {
vErrors.push(err300);
}
errors++;
}
let data156 = data104.hosts;
if(data156 && typeof data156 == "object" && !Array.isArray(data156)){
for(const key38 in data156){
if(!(pattern29.test(key38))){
const err301 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key38},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts,data:data156};
if(vErrors === null){
vErrors = [err301];
}
else {
vErrors.push(err301);
}
errors++;
}
}
for(const key39 in data156){
if(pattern29.test(key39)){
let data157 = data156[key39];
if(data157 && typeof data157 == "object" && !Array.isArray(data157)){
for(const key40 in data157){
if(!((((key40 === "brand") || (key40 === "theme")) || (key40 === "links")) || (key40 === "destinations"))){
const err302 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key40},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data157};
if(vErrors === null){
vErrors = [err302];
}
else {
vErrors.push(err302);
}
errors++;
}
}
if(data157.brand !== undefined){
let data158 = data157.brand;
if(data158 && typeof data158 == "object" && !Array.isArray(data158)){
for(const key41 in data158){
if(!(((((key41 === "name") || (key41 === "logo")) || (key41 === "logoDark")) || (key41 === "favicon")) || (key41 === "background"))){
const err303 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key41},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data158};
if(vErrors === null){
vErrors = [err303];
}
else {
vErrors.push(err303);
}
errors++;
}
}
if(data158.name !== undefined){
let data159 = data158.name;
if(typeof data159 === "string"){
if(func3(data159) > 80){
const err304 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data159};
if(vErrors === null){
vErrors = [err304];
}
else {
vErrors.push(err304);
}
errors++;
}
if(!pattern24.test(data159)){
const err305 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data159};
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
const err306 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data159};
if(vErrors === null){
vErrors = [err306];
}
else {
vErrors.push(err306);
}
errors++;
}
}
if(data158.logo !== undefined){
let data160 = data158.logo;
if((typeof data160 !== "string") && (data160 !== null)){
const err307 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data160};
if(vErrors === null){
vErrors = [err307];
}
else {
vErrors.push(err307);
}
errors++;
}
if(typeof data160 === "string"){
if(!pattern25.test(data160)){
const err308 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data160};
if(vErrors === null){
vErrors = [err308];
}
else {
vErrors.push(err308);
}
errors++;
}
}
}
if(data158.logoDark !== undefined){
let data161 = data158.logoDark;
if((typeof data161 !== "string") && (data161 !== null)){
const err309 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data161};
if(vErrors === null){
vErrors = [err309];
}
else {
vErrors.push(err309);
}
errors++;
}
if(typeof data161 === "string"){
if(!pattern25.test(data161)){
const err310 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data161};
if(vErrors === null){
vErrors = [err310];
}
else {
vErrors.push(err310);
}
errors++;
}
}
}
if(data158.favicon !== undefined){
let data162 = data158.favicon;
if((typeof data162 !== "string") && (data162 !== null)){
const err311 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data162};
if(vErrors === null){
vErrors = [err311];
}
else {
vErrors.push(err311);
}
errors++;
}
if(typeof data162 === "string"){
if(!pattern25.test(data162)){
const err312 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data162};
if(vErrors === null){
vErrors = [err312];
}
else {
vErrors.push(err312);
}
errors++;
}
}
}
if(data158.background !== undefined){
let data163 = data158.background;
if((typeof data163 !== "string") && (data163 !== null)){
const err313 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data163};
if(vErrors === null){
vErrors = [err313];
}
else {
vErrors.push(err313);
}
errors++;
}
if(typeof data163 === "string"){
if(!pattern25.test(data163)){
const err314 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data163};
if(vErrors === null){
vErrors = [err314];
}
else {
vErrors.push(err314);
}
errors++;
}
}
}
}
else {
const err315 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data158};
if(vErrors === null){
vErrors = [err315];
}
else {
vErrors.push(err315);
}
errors++;
}
}
if(data157.theme !== undefined){
let data164 = data157.theme;
if(data164 && typeof data164 == "object" && !Array.isArray(data164)){
for(const key42 in data164){
if(!((key42 === "accent") || (key42 === "accentDark"))){
const err316 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key42},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data164};
if(vErrors === null){
vErrors = [err316];
}
else {
vErrors.push(err316);
}
errors++;
}
}
if(data164.accent !== undefined){
let data165 = data164.accent;
if((typeof data165 !== "string") && (data165 !== null)){
const err317 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data165};
if(vErrors === null){
vErrors = [err317];
}
else {
vErrors.push(err317);
}
errors++;
}
if(typeof data165 === "string"){
if(!pattern42.test(data165)){
const err318 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data165};
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
if(data164.accentDark !== undefined){
let data166 = data164.accentDark;
if((typeof data166 !== "string") && (data166 !== null)){
const err319 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data166};
if(vErrors === null){
vErrors = [err319];
}
else {
vErrors.push(err319);
}
errors++;
}
if(typeof data166 === "string"){
if(!pattern42.test(data166)){
const err320 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data166};
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
}
else {
const err321 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data164};
if(vErrors === null){
vErrors = [err321];
}
else {
vErrors.push(err321);
}
errors++;
}
}
if(data157.links !== undefined){
let data167 = data157.links;
if(data167 && typeof data167 == "object" && !Array.isArray(data167)){
for(const key43 in data167){
if(!((((key43 === "privacy") || (key43 === "terms")) || (key43 === "help")) || (key43 === "contact"))){
const err322 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key43},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data167};
if(vErrors === null){
vErrors = [err322];
}
else {
vErrors.push(err322);
}
errors++;
}
}
if(data167.privacy !== undefined){
let data168 = data167.privacy;
if((typeof data168 !== "string") && (data168 !== null)){
const err323 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data168};
if(vErrors === null){
vErrors = [err323];
}
else {
vErrors.push(err323);
}
errors++;
}
if(typeof data168 === "string"){
if(!pattern45.test(data168)){
const err324 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data168};
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
if(data167.terms !== undefined){
let data169 = data167.terms;
if((typeof data169 !== "string") && (data169 !== null)){
const err325 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data169};
if(vErrors === null){
vErrors = [err325];
}
else {
vErrors.push(err325);
}
errors++;
}
if(typeof data169 === "string"){
if(!pattern45.test(data169)){
const err326 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data169};
if(vErrors === null){
vErrors = [err326];
}
else {
vErrors.push(err326);
}
errors++;
}
}
}
if(data167.help !== undefined){
let data170 = data167.help;
if((typeof data170 !== "string") && (data170 !== null)){
const err327 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data170};
if(vErrors === null){
vErrors = [err327];
}
else {
vErrors.push(err327);
}
errors++;
}
if(typeof data170 === "string"){
if(!pattern45.test(data170)){
const err328 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data170};
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
if(data167.contact !== undefined){
let data171 = data167.contact;
if((typeof data171 !== "string") && (data171 !== null)){
const err329 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data171};
if(vErrors === null){
vErrors = [err329];
}
else {
vErrors.push(err329);
}
errors++;
}
if(typeof data171 === "string"){
if(!pattern45.test(data171)){
const err330 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data171};
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
const err331 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data167};
if(vErrors === null){
vErrors = [err331];
}
else {
vErrors.push(err331);
}
errors++;
}
}
if(data157.destinations !== undefined){
let data172 = data157.destinations;
if(data172 && typeof data172 == "object" && !Array.isArray(data172)){
for(const key44 in data172){
if(pattern11.test(key44)){
let data173 = data172[key44];
if(typeof data173 === "string"){
if(func3(data173) > 80){
const err332 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key44.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data173};
if(vErrors === null){
vErrors = [err332];
}
else {
vErrors.push(err332);
}
errors++;
}
if(func3(data173) < 1){
const err333 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key44.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data173};
if(vErrors === null){
vErrors = [err333];
}
else {
vErrors.push(err333);
}
errors++;
}
}
else {
const err334 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key44.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data173};
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
}
else {
const err335 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations,data:data172};
if(vErrors === null){
vErrors = [err335];
}
else {
vErrors.push(err335);
}
errors++;
}
}
}
else {
const err336 = {instancePath:instancePath+"/login/hosts/" + key39.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data157};
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
}
else {
const err337 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.type,parentSchema:schema11.properties.login.properties.hosts,data:data156};
if(vErrors === null){
vErrors = [err337];
}
else {
vErrors.push(err337);
}
errors++;
}
let data174 = data104.locales;
if(data174 && typeof data174 == "object" && !Array.isArray(data174)){
if(data174.default === undefined){
data174.default = "en";
}
if(data174.enabled === undefined){
data174.enabled = ["en","de","fr","es","pt-BR","ja","zh-Hans","ar"];
}
if(data174.overrides === undefined){
data174.overrides = {};
}
for(const key45 in data174){
if(!(((key45 === "default") || (key45 === "enabled")) || (key45 === "overrides"))){
const err338 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key45},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales,data:data174};
if(vErrors === null){
vErrors = [err338];
}
else {
vErrors.push(err338);
}
errors++;
}
}
let data175 = data174.default;
if(typeof data175 === "string"){
if(!pattern65.test(data175)){
const err339 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.default,data:data175};
if(vErrors === null){
vErrors = [err339];
}
else {
vErrors.push(err339);
}
errors++;
}
}
else {
const err340 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.default.type,parentSchema:schema11.properties.login.properties.locales.properties.default,data:data175};
if(vErrors === null){
vErrors = [err340];
}
else {
vErrors.push(err340);
}
errors++;
}
let data176 = data174.enabled;
if(Array.isArray(data176)){
if(data176.length < 1){
const err341 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data176};
if(vErrors === null){
vErrors = [err341];
}
else {
vErrors.push(err341);
}
errors++;
}
const len14 = data176.length;
for(let i16=0; i16<len14; i16++){
let data177 = data176[i16];
if(typeof data177 === "string"){
if(!pattern65.test(data177)){
const err342 = {instancePath:instancePath+"/login/locales/enabled/" + i16,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data177};
if(vErrors === null){
vErrors = [err342];
}
else {
vErrors.push(err342);
}
errors++;
}
}
else {
const err343 = {instancePath:instancePath+"/login/locales/enabled/" + i16,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.enabled.items.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data177};
if(vErrors === null){
vErrors = [err343];
}
else {
vErrors.push(err343);
}
errors++;
}
}
let i17 = data176.length;
let j2;
if(i17 > 1){
const indices1 = {};
for(;i17--;){
let item1 = data176[i17];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j2 = indices1[item1];
const err344 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/uniqueItems",keyword:"uniqueItems",params:{i: i17, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i17+" are identical)",schema:true,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data176};
if(vErrors === null){
vErrors = [err344];
}
else {
vErrors.push(err344);
}
errors++;
break;
}
indices1[item1] = i17;
}
}
}
else {
const err345 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.locales.properties.enabled.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data176};
if(vErrors === null){
vErrors = [err345];
}
else {
vErrors.push(err345);
}
errors++;
}
let data178 = data174.overrides;
if(data178 && typeof data178 == "object" && !Array.isArray(data178)){
for(const key46 in data178){
if(!(pattern65.test(key46))){
const err346 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key46},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data178};
if(vErrors === null){
vErrors = [err346];
}
else {
vErrors.push(err346);
}
errors++;
}
}
for(const key47 in data178){
if(pattern65.test(key47)){
let data179 = data178[key47];
if(data179 && typeof data179 == "object" && !Array.isArray(data179)){
for(const key48 in data179){
if(pattern26.test(key48)){
let data180 = data179[key48];
if(typeof data180 === "string"){
if(func3(data180) < 1){
const err347 = {instancePath:instancePath+"/login/locales/overrides/" + key47.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data180};
if(vErrors === null){
vErrors = [err347];
}
else {
vErrors.push(err347);
}
errors++;
}
}
else {
const err348 = {instancePath:instancePath+"/login/locales/overrides/" + key47.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key48.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data180};
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
}
else {
const err349 = {instancePath:instancePath+"/login/locales/overrides/" + key47.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"],data:data179};
if(vErrors === null){
vErrors = [err349];
}
else {
vErrors.push(err349);
}
errors++;
}
}
}
}
else {
const err350 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.type,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data178};
if(vErrors === null){
vErrors = [err350];
}
else {
vErrors.push(err350);
}
errors++;
}
}
else {
const err351 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.type,parentSchema:schema11.properties.login.properties.locales,data:data174};
if(vErrors === null){
vErrors = [err351];
}
else {
vErrors.push(err351);
}
errors++;
}
let data181 = data104.security;
if(data181 && typeof data181 == "object" && !Array.isArray(data181)){
if(data181.trustedTypes === undefined){
data181.trustedTypes = "auto";
}
if(data181.reportUri === undefined){
data181.reportUri = null;
}
if(data181.recaptcha === undefined){
data181.recaptcha = false;
}
for(const key49 in data181){
if(!(((key49 === "trustedTypes") || (key49 === "reportUri")) || (key49 === "recaptcha"))){
const err352 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key49},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.security,data:data181};
if(vErrors === null){
vErrors = [err352];
}
else {
vErrors.push(err352);
}
errors++;
}
}
let data182 = data181.trustedTypes;
if(!((data182 === "auto") || (data182 === "off"))){
const err353 = {instancePath:instancePath+"/login/security/trustedTypes",schemaPath:"#/properties/login/properties/security/properties/trustedTypes/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.security.properties.trustedTypes.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.security.properties.trustedTypes.enum,parentSchema:schema11.properties.login.properties.security.properties.trustedTypes,data:data182};
if(vErrors === null){
vErrors = [err353];
}
else {
vErrors.push(err353);
}
errors++;
}
let data183 = data181.reportUri;
if((typeof data183 !== "string") && (data183 !== null)){
const err354 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/type",keyword:"type",params:{type: schema11.properties.login.properties.security.properties.reportUri.type},message:"must be string,null",schema:schema11.properties.login.properties.security.properties.reportUri.type,parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data183};
if(vErrors === null){
vErrors = [err354];
}
else {
vErrors.push(err354);
}
errors++;
}
if(typeof data183 === "string"){
if(!pattern70.test(data183)){
const err355 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/pattern",keyword:"pattern",params:{pattern: "^https://[^\\s;,'\"]+$"},message:"must match pattern \""+"^https://[^\\s;,'\"]+$"+"\"",schema:"^https://[^\\s;,'\"]+$",parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data183};
if(vErrors === null){
vErrors = [err355];
}
else {
vErrors.push(err355);
}
errors++;
}
}
let data184 = data181.recaptcha;
if(typeof data184 !== "boolean"){
const err356 = {instancePath:instancePath+"/login/security/recaptcha",schemaPath:"#/properties/login/properties/security/properties/recaptcha/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.security.properties.recaptcha.type,parentSchema:schema11.properties.login.properties.security.properties.recaptcha,data:data184};
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
const err357 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.security.type,parentSchema:schema11.properties.login.properties.security,data:data181};
if(vErrors === null){
vErrors = [err357];
}
else {
vErrors.push(err357);
}
errors++;
}
let data185 = data104.emulator;
if((typeof data185 !== "string") && (data185 !== null)){
const err358 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/type",keyword:"type",params:{type: schema11.properties.login.properties.emulator.type},message:"must be string,null",schema:schema11.properties.login.properties.emulator.type,parentSchema:schema11.properties.login.properties.emulator,data:data185};
if(vErrors === null){
vErrors = [err358];
}
else {
vErrors.push(err358);
}
errors++;
}
if(typeof data185 === "string"){
if(!pattern71.test(data185)){
const err359 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"+"\"",schema:"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$",parentSchema:schema11.properties.login.properties.emulator,data:data185};
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
else {
const err360 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.type,parentSchema:schema11.properties.login,data:data104};
if(vErrors === null){
vErrors = [err360];
}
else {
vErrors.push(err360);
}
errors++;
}
let data186 = data.log;
if(data186 && typeof data186 == "object" && !Array.isArray(data186)){
if(data186.level === undefined){
data186.level = "info";
}
for(const key50 in data186){
if(!(key50 === "level")){
const err361 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key50},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.log,data:data186};
if(vErrors === null){
vErrors = [err361];
}
else {
vErrors.push(err361);
}
errors++;
}
}
let data187 = data186.level;
if(!(((((((data187 === "fatal") || (data187 === "error")) || (data187 === "warn")) || (data187 === "info")) || (data187 === "debug")) || (data187 === "trace")) || (data187 === "silent"))){
const err362 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.level.enum,parentSchema:schema11.properties.log.properties.level,data:data187};
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
const err363 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.log.type,parentSchema:schema11.properties.log,data:data186};
if(vErrors === null){
vErrors = [err363];
}
else {
vErrors.push(err363);
}
errors++;
}
let data188 = data.shutdown;
if(data188 && typeof data188 == "object" && !Array.isArray(data188)){
if(data188.drainSeconds === undefined){
data188.drainSeconds = 0;
}
if(data188.graceSeconds === undefined){
data188.graceSeconds = 30;
}
for(const key51 in data188){
if(!((key51 === "drainSeconds") || (key51 === "graceSeconds"))){
const err364 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key51},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.shutdown,data:data188};
if(vErrors === null){
vErrors = [err364];
}
else {
vErrors.push(err364);
}
errors++;
}
}
let data189 = data188.drainSeconds;
if(!(((typeof data189 == "number") && (!(data189 % 1) && !isNaN(data189))) && (isFinite(data189)))){
const err365 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.drainSeconds.type,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data189};
if(vErrors === null){
vErrors = [err365];
}
else {
vErrors.push(err365);
}
errors++;
}
if((typeof data189 == "number") && (isFinite(data189))){
if(data189 > 600 || isNaN(data189)){
const err366 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data189};
if(vErrors === null){
vErrors = [err366];
}
else {
vErrors.push(err366);
}
errors++;
}
if(data189 < 0 || isNaN(data189)){
const err367 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data189};
if(vErrors === null){
vErrors = [err367];
}
else {
vErrors.push(err367);
}
errors++;
}
}
let data190 = data188.graceSeconds;
if(!(((typeof data190 == "number") && (!(data190 % 1) && !isNaN(data190))) && (isFinite(data190)))){
const err368 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.graceSeconds.type,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data190};
if(vErrors === null){
vErrors = [err368];
}
else {
vErrors.push(err368);
}
errors++;
}
if((typeof data190 == "number") && (isFinite(data190))){
if(data190 > 3600 || isNaN(data190)){
const err369 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data190};
if(vErrors === null){
vErrors = [err369];
}
else {
vErrors.push(err369);
}
errors++;
}
if(data190 < 1 || isNaN(data190)){
const err370 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data190};
if(vErrors === null){
vErrors = [err370];
}
else {
vErrors.push(err370);
}
errors++;
}
}
}
else {
const err371 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.shutdown.type,parentSchema:schema11.properties.shutdown,data:data188};
if(vErrors === null){
vErrors = [err371];
}
else {
vErrors.push(err371);
}
errors++;
}
}
else {
const err372 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err372];
}
else {
vErrors.push(err372);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

