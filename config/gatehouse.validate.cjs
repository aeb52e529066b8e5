// Made from gatehouse.schema.json by `npm run config:generate`. Do not edit.
"use strict";
module.exports = validate21;
module.exports.default = validate21;
const schema6 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["publicUrl","identityPlatform"],"properties":{"publicUrl":{"type":"string","pattern":"^https?://[^/@?#\\s]+/?$"},"listen":{"type":"object","required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8080},"unix":{"$ref":"#/definitions/shape3","default":null},"fd":{"type":["integer","null"],"default":null,"minimum":3,"maximum":1023},"tls":{"$ref":"#/definitions/shape4","default":null}},"default":{},"additionalProperties":false},"management":{"type":"object","required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":9464},"tokenFile":{"$ref":"#/definitions/shape6","default":null}},"default":{},"additionalProperties":false},"metrics":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape7","default":true},"durationBuckets":{"type":"array","items":{"type":"number","exclusiveMinimum":0,"maximum":3600},"default":[0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30],"minItems":1,"maxItems":24}},"default":{},"additionalProperties":false},"trustedProxies":{"$ref":"#/definitions/shape8","default":[]},"upstream":{"$ref":"#/definitions/shape9","default":null},"applications":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"$ref":"#/definitions/shape16"},"host":{"$ref":"#/definitions/shape17"},"path":{"type":"string","default":"/*","pattern":"^/([^*?#\\s]+/)?\\*$"},"stripPath":{"$ref":"#/definitions/shape7","default":false},"upstream":{"$ref":"#/definitions/shape9"},"access":{"$ref":"#/definitions/shape18"},"identityHeaders":{"$ref":"#/definitions/shape19"},"cors":{"$ref":"#/definitions/shape20"},"passUnknownBearer":{"$ref":"#/definitions/shape7"},"login":{"type":"object","properties":{"brand":{"$ref":"#/definitions/shape21"},"theme":{"$ref":"#/definitions/shape24"},"links":{"$ref":"#/definitions/shape32"},"destinations":{"$ref":"#/definitions/shape34"},"providers":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"uniqueItems":true},"tenant":{"type":["string","null"],"pattern":"^[A-Za-z0-9-]+$"}},"additionalProperties":false}},"additionalProperties":false},"default":[]},"forwardAuth":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape7","default":false},"listen":{"type":["object","null"],"required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8081},"tls":{"$ref":"#/definitions/shape4","default":null}},"default":null,"additionalProperties":false},"grpc":{"type":["object","null"],"required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8081}},"default":null,"additionalProperties":false},"trustedProxies":{"type":["array","null"],"items":{"$ref":"#/definitions/shape5"},"default":null},"origins":{"$ref":"#/definitions/shape8","default":[]}},"default":{},"additionalProperties":false},"identityPlatform":{"type":"object","required":["projectId"],"properties":{"projectId":{"type":"string","pattern":"^[a-z0-9][a-z0-9:.-]*$","maxLength":64},"apiKey":{"$ref":"#/definitions/shape1","default":""},"apiKeyFile":{"$ref":"#/definitions/shape6","default":null},"tenantId":{"$ref":"#/definitions/shape10","default":null},"tenants":{"type":"object","patternProperties":{"^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$":{"$ref":"#/definitions/shape36"}},"default":{},"additionalProperties":false},"credentials":{"$ref":"#/definitions/shape1","default":""},"credentialsFile":{"$ref":"#/definitions/shape6","default":null},"serviceAccountEmail":{"type":["string","null"],"default":null,"pattern":"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},"authDomain":{"$ref":"#/definitions/shape6","default":null},"allowAnonymous":{"$ref":"#/definitions/shape7","default":false},"emulatorHost":{"$ref":"#/definitions/shape6","default":null},"emulatorAnywhere":{"$ref":"#/definitions/shape7","default":false},"endpoints":{"type":"object","required":[],"properties":{"identityToolkit":{"$ref":"#/definitions/shape1","default":"https://identitytoolkit.googleapis.com"},"secureToken":{"$ref":"#/definitions/shape1","default":"https://securetoken.googleapis.com"},"certificates":{"$ref":"#/definitions/shape1","default":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"},"oauthToken":{"$ref":"#/definitions/shape1","default":"https://oauth2.googleapis.com/token"},"sts":{"$ref":"#/definitions/shape1","default":"https://sts.googleapis.com/v1/token"},"iamCredentials":{"$ref":"#/definitions/shape1","default":"https://iamcredentials.googleapis.com"}},"default":{},"additionalProperties":false}},"default":{},"additionalProperties":false},"cookie":{"type":"object","required":[],"properties":{"name":{"type":["string","null"],"default":null,"pattern":"^[A-Za-z0-9_-]{1,64}$"},"allowPlainName":{"$ref":"#/definitions/shape7","default":false},"domain":{"type":["string","null"],"default":null,"pattern":"^[a-z0-9.-]+$"},"sameSite":{"enum":["lax","strict","none"],"default":"lax"},"format":{"enum":["current","previous"],"default":"current"},"signatureKeys":{"$ref":"#/definitions/shape8","default":[]},"signatureKeysFile":{"$ref":"#/definitions/shape6","default":null}},"default":{},"additionalProperties":false},"hsts":{"type":["object","null"],"required":[],"properties":{"maxAgeSeconds":{"type":"integer","default":31536000,"minimum":0,"maximum":315360000},"includeSubDomains":{"$ref":"#/definitions/shape7","default":false},"preload":{"$ref":"#/definitions/shape7","default":false}},"default":{},"additionalProperties":false},"session":{"type":"object","required":[],"properties":{"absoluteSeconds":{"type":"integer","default":1209600,"minimum":60,"maximum":31536000},"idleSeconds":{"$ref":"#/definitions/shape14","default":0},"streamsCountAsActivity":{"$ref":"#/definitions/shape7","default":false},"revocationCheckSeconds":{"$ref":"#/definitions/shape37","default":300},"expiredGraceSeconds":{"$ref":"#/definitions/shape37","default":0},"acquire":{"enum":["auto","exchange","handover"],"default":"auto"},"maxSignInAgeSeconds":{"type":"integer","default":900,"minimum":60,"maximum":86400},"requireVerifiedEmail":{"$ref":"#/definitions/shape7","default":false},"visibleClaims":{"type":["array","string","null"],"items":{"$ref":"#/definitions/shape5"},"pattern":"^all$","default":null},"signInProviders":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":128},"minItems":1,"uniqueItems":true,"default":null},"signInsPerMinute":{"$ref":"#/definitions/shape15","default":300},"cacheBytes":{"type":"integer","default":67108864,"minimum":1048576,"maximum":17179869184}},"default":{},"additionalProperties":false},"store":{"type":["object","null"],"required":[],"properties":{"url":{"$ref":"#/definitions/shape6","default":null},"urlFile":{"$ref":"#/definitions/shape6","default":null},"passwordFile":{"$ref":"#/definitions/shape6","default":null},"prefix":{"type":"string","default":"gatehouse","pattern":"^[A-Za-z0-9_.:-]{1,64}$"},"timeoutMs":{"type":"integer","default":250,"minimum":10,"maximum":5000},"caFile":{"$ref":"#/definitions/shape6","default":null}},"default":null,"additionalProperties":false},"logout":{"type":"object","required":[],"properties":{"clearSiteData":{"type":"array","items":{"enum":["cache","storage"]},"default":[],"uniqueItems":true}},"default":{},"additionalProperties":false},"paths":{"type":"object","required":[],"properties":{"login":{"$ref":"#/definitions/shape38","default":"/login"},"logout":{"$ref":"#/definitions/shape38","default":"/logout"},"account":{"$ref":"#/definitions/shape38","default":"/account"},"refresh":{"$ref":"#/definitions/shape38","default":"/_auth/refresh"},"session":{"$ref":"#/definitions/shape38","default":"/_auth/session"},"verify":{"$ref":"#/definitions/shape38","default":"/_auth/verify"},"home":{"$ref":"#/definitions/shape38","default":"/"}},"default":{},"additionalProperties":false},"redirectParameter":{"type":"string","default":"redirect","pattern":"^[A-Za-z0-9_-]{1,64}$"},"identityHeaders":{"$ref":"#/definitions/shape19","default":{}},"access":{"$ref":"#/definitions/shape18","default":{}},"cors":{"$ref":"#/definitions/shape20","default":{}},"keepForms":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape7","default":false},"maxBytes":{"type":"integer","default":65536,"minimum":1024,"maximum":1048576}},"default":{},"additionalProperties":false},"bearer":{"type":"array","items":{"type":"object","required":["issuer","audiences"],"properties":{"issuer":{"type":"string","pattern":"^https?://[^@?#\\s]+$","maxLength":500},"audiences":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"minItems":1},"claims":{"type":"object","patternProperties":{"^.*$":{"type":"array","items":{"$ref":"#/definitions/shape1"},"minItems":1}},"default":{}},"jwksUri":{"type":["string","null"],"default":null,"pattern":"^https?://[^@#\\s]+$"},"headers":{"$ref":"#/definitions/shape12","default":[]},"applications":{"type":"array","items":{"$ref":"#/definitions/shape16"},"default":[]}},"additionalProperties":false},"default":[]},"passUnknownBearer":{"$ref":"#/definitions/shape7","default":false},"login":{"type":"object","required":[],"properties":{"methods":{"type":"object","required":[],"properties":{"password":{"$ref":"#/definitions/shape7","default":true},"emailLink":{"$ref":"#/definitions/shape7","default":false},"phone":{"$ref":"#/definitions/shape7","default":false},"passkey":{"enum":["off","button","autofill"],"default":"off"},"signup":{"$ref":"#/definitions/shape7","default":false},"askName":{"$ref":"#/definitions/shape7","default":false}},"default":{},"additionalProperties":false},"passkeys":{"type":"object","required":[],"properties":{"relyingPartyId":{"$ref":"#/definitions/shape11","default":null},"offerAfterSignIn":{"$ref":"#/definitions/shape7","default":false},"countsAsSecondFactor":{"$ref":"#/definitions/shape7","default":false}},"default":{},"additionalProperties":false},"remember":{"enum":["always","ask","never"],"default":"always"},"lastUsed":{"$ref":"#/definitions/shape7","default":true},"providers":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","pattern":"^[a-z0-9][A-Za-z0-9._-]{0,127}$"},"name":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":60},"icon":{"$ref":"#/definitions/shape23","default":null},"scopes":{"$ref":"#/definitions/shape8","default":[]},"params":{"type":"object","patternProperties":{"^.*$":{"$ref":"#/definitions/shape1"}}}},"additionalProperties":false},"default":[]},"federated":{"type":"object","required":[],"properties":{"mode":{"enum":["auto","redirect","popup"],"default":"auto"},"helper":{"enum":["proxy","firebaseapp"],"default":"proxy"},"helperUrl":{"type":["string","null"],"default":null,"pattern":"^https?://[^/@?#\\s]+/?$"},"redirectHosts":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"default":[]}},"default":{},"additionalProperties":false},"mfa":{"type":"object","required":[],"properties":{"totp":{"enum":["off","optional","required"],"default":"optional"},"sms":{"$ref":"#/definitions/shape7","default":false},"issuer":{"type":["string","null"],"default":null,"minLength":1,"pattern":"^[^:]+$"}},"default":{},"additionalProperties":false},"tenants":{"type":"object","required":[],"properties":{"byHost":{"$ref":"#/definitions/shape39","default":{}},"byEmailDomain":{"$ref":"#/definitions/shape39","default":{}},"choose":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"$ref":"#/definitions/shape36"},"name":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"}},"additionalProperties":false},"default":[]}},"default":{},"additionalProperties":false},"brand":{"type":"object","required":[],"properties":{"name":{"$ref":"#/definitions/shape22","default":"Gatehouse"},"logo":{"$ref":"#/definitions/shape23","default":null},"logoDark":{"$ref":"#/definitions/shape23","default":null},"favicon":{"$ref":"#/definitions/shape23","default":null},"background":{"$ref":"#/definitions/shape23","default":null}},"default":{},"additionalProperties":false},"theme":{"type":"object","required":[],"properties":{"preset":{"$ref":"#/definitions/shape25","default":null},"accent":{"$ref":"#/definitions/shape26","default":null},"accentDark":{"$ref":"#/definitions/shape26","default":null},"mode":{"enum":["auto","light","dark"],"default":"auto"},"layout":{"$ref":"#/definitions/shape27","default":null},"alignment":{"$ref":"#/definitions/shape28","default":null},"buttons":{"$ref":"#/definitions/shape29","default":null},"radius":{"$ref":"#/definitions/shape30","default":null},"font":{"type":"string","default":"system","pattern":"^[A-Za-z0-9 ,'\"_-]{1,200}$"},"fontFile":{"$ref":"#/definitions/shape31","default":null},"cssFile":{"$ref":"#/definitions/shape6","default":null}},"default":{},"additionalProperties":false},"links":{"type":"object","required":[],"properties":{"privacy":{"$ref":"#/definitions/shape33","default":null},"terms":{"$ref":"#/definitions/shape33","default":null},"help":{"$ref":"#/definitions/shape33","default":null},"contact":{"$ref":"#/definitions/shape33","default":null}},"default":{},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape35"}},"default":{},"additionalProperties":false},"hosts":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"object","properties":{"brand":{"$ref":"#/definitions/shape21"},"theme":{"$ref":"#/definitions/shape24"},"links":{"$ref":"#/definitions/shape32"},"destinations":{"$ref":"#/definitions/shape34"}},"additionalProperties":false}},"default":{},"additionalProperties":false},"locales":{"type":"object","required":[],"properties":{"default":{"$ref":"#/definitions/shape40","default":"en"},"enabled":{"type":"array","items":{"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},"default":["en","de","fr","es","pt-BR","it","nl","pl","tr","ja","ko","zh-Hans","zh-Hant","ar","he"],"minItems":1,"uniqueItems":true},"overrides":{"type":"object","patternProperties":{"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$":{"type":"object","patternProperties":{"^.*$":{"$ref":"#/definitions/shape5"}}}},"default":{},"additionalProperties":false}},"default":{},"additionalProperties":false},"security":{"type":"object","required":[],"properties":{"trustedTypes":{"enum":["auto","off"],"default":"auto"},"reportUri":{"type":["string","null"],"default":null,"pattern":"^https://[^\\s;,'\"]+$"},"recaptcha":{"$ref":"#/definitions/shape7","default":false}},"default":{},"additionalProperties":false},"emulator":{"type":["string","null"],"default":null,"pattern":"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"}},"default":{},"additionalProperties":false},"account":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape7","default":false},"name":{"$ref":"#/definitions/shape7","default":true},"password":{"$ref":"#/definitions/shape7","default":true},"email":{"$ref":"#/definitions/shape7","default":true},"providers":{"$ref":"#/definitions/shape7","default":true},"secondStep":{"$ref":"#/definitions/shape7","default":true},"passkeys":{"$ref":"#/definitions/shape7","default":true},"export":{"$ref":"#/definitions/shape7","default":true},"delete":{"$ref":"#/definitions/shape7","default":false}},"default":{},"additionalProperties":false},"log":{"type":"object","required":[],"properties":{"level":{"enum":["fatal","error","warn","info","debug","trace","silent"],"default":"info"},"format":{"enum":["json","text"],"default":"json"},"requests":{"enum":["all","refused","none"],"default":"all"},"sample":{"type":"number","default":1,"minimum":0,"maximum":1},"slowMs":{"type":"integer","default":5000,"minimum":1,"maximum":3600000}},"default":{},"additionalProperties":false},"audit":{"type":"object","required":[],"properties":{"to":{"$ref":"#/definitions/shape5","default":"stdout"},"format":{"enum":["json","cloudevents"],"default":"json"},"refreshes":{"$ref":"#/definitions/shape7","default":false}},"default":{},"additionalProperties":false},"tracing":{"type":"object","required":[],"properties":{"accept":{"enum":["trusted","all","none"],"default":"trusted"},"paths":{"$ref":"#/definitions/shape7","default":false},"subject":{"$ref":"#/definitions/shape7","default":false}},"default":{},"additionalProperties":false},"workers":{"type":["integer","string"],"pattern":"^auto$","minimum":1,"maximum":64,"default":1},"reload":{"type":"object","required":[],"properties":{"watch":{"$ref":"#/definitions/shape7","default":true},"pollSeconds":{"$ref":"#/definitions/shape41","default":10}},"default":{},"additionalProperties":false},"shutdown":{"type":"object","required":[],"properties":{"drainSeconds":{"type":"integer","default":0,"minimum":0,"maximum":600},"graceSeconds":{"$ref":"#/definitions/shape41","default":30}},"default":{},"additionalProperties":false}},"additionalProperties":false,"title":"Gatehouse configuration","definitions":{"condition":{"type":"object","additionalProperties":false,"properties":{"all":{"$ref":"#/definitions/shape42"},"any":{"$ref":"#/definitions/shape42"},"not":{"$ref":"#/definitions/condition"},"claim":{"$ref":"#/definitions/shape5"},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1},"present":{"$ref":"#/definitions/shape7"},"uid":{"$ref":"#/definitions/shape43"},"email":{"$ref":"#/definitions/shape43"},"emailDomain":{"$ref":"#/definitions/shape43"},"allowUnverified":{"$ref":"#/definitions/shape7"},"emailVerified":{"$ref":"#/definitions/shape7"},"tenant":{"$ref":"#/definitions/shape43"},"provider":{"$ref":"#/definitions/shape43"},"secondFactor":{"$ref":"#/definitions/shape7"},"network":{"$ref":"#/definitions/shape43"}}},"shape1":{"type":"string"},"shape2":{"type":"integer","minimum":0,"maximum":65535},"shape3":{"type":["string","null"],"pattern":"^/[^\\u0000-\\u001f\\u007f]+$"},"shape5":{"type":"string","minLength":1},"shape4":{"type":["object","null"],"required":["certFile","keyFile"],"properties":{"certFile":{"$ref":"#/definitions/shape5"},"keyFile":{"$ref":"#/definitions/shape5"}},"additionalProperties":false},"shape6":{"type":["string","null"]},"shape7":{"type":"boolean"},"shape8":{"type":"array","items":{"$ref":"#/definitions/shape5"}},"shape10":{"type":["string","null"],"minLength":1},"shape11":{"type":["string","null"],"pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"shape12":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"}},"shape13":{"type":"integer","minimum":0,"maximum":3600000},"shape14":{"type":"integer","minimum":0,"maximum":31536000},"shape15":{"type":"integer","minimum":0,"maximum":1000000},"shape9":{"type":["object","null"],"required":["url"],"properties":{"url":{"type":"string","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"unixSocket":{"$ref":"#/definitions/shape3","default":null},"caFile":{"$ref":"#/definitions/shape10","default":null},"certFile":{"$ref":"#/definitions/shape10","default":null},"keyFile":{"$ref":"#/definitions/shape10","default":null},"serverName":{"$ref":"#/definitions/shape11","default":null},"minTlsVersion":{"enum":["1.2","1.3"],"default":"1.2"},"insecure":{"$ref":"#/definitions/shape7","default":false},"hostHeader":{"enum":["public","upstream"],"default":"public"},"passHeaders":{"$ref":"#/definitions/shape12","default":[]},"sharedCaching":{"$ref":"#/definitions/shape7","default":false},"connectTimeoutMs":{"type":"integer","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"$ref":"#/definitions/shape13","default":60000},"idleTimeoutMs":{"type":"integer","default":0,"minimum":0,"maximum":86400000},"keepAliveTimeoutMs":{"$ref":"#/definitions/shape13","default":1500},"maxStreamSeconds":{"$ref":"#/definitions/shape14","default":0},"websocketCloseCode":{"type":"integer","enum":[4401,1008],"default":4401},"uploadIdleTimeoutMs":{"$ref":"#/definitions/shape13","default":60000},"maxBodyBytes":{"type":"integer","default":0,"minimum":0,"maximum":1125899906842624},"maxHeaderBytes":{"type":"integer","default":65536,"minimum":8192,"maximum":1048576},"earlyHints":{"$ref":"#/definitions/shape7","default":true},"maxConnections":{"$ref":"#/definitions/shape15","default":1024}},"additionalProperties":false},"shape16":{"type":"string","pattern":"^[a-z0-9-]{1,32}$"},"shape17":{"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"shape18":{"type":"object","required":[],"properties":{"default":{"enum":["public","optional","signed-in","deny"],"default":"signed-in"},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"$ref":"#/definitions/shape17"},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1},"allow":{"if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"$ref":"#/definitions/shape7"},"signedInWithin":{"type":"integer","minimum":60}},"additionalProperties":false}},"additionalProperties":false},"default":[]}},"additionalProperties":false},"shape19":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"$ref":"#/definitions/shape6"}},"additionalProperties":false},"shape20":{"type":"object","required":[],"properties":{"origins":{"$ref":"#/definitions/shape8","default":[]},"credentials":{"$ref":"#/definitions/shape7","default":false}},"additionalProperties":false},"shape22":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"shape23":{"type":["string","null"],"pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"shape21":{"type":"object","properties":{"name":{"$ref":"#/definitions/shape22"},"logo":{"$ref":"#/definitions/shape23"},"logoDark":{"$ref":"#/definitions/shape23"},"favicon":{"$ref":"#/definitions/shape23"},"background":{"$ref":"#/definitions/shape23"}},"additionalProperties":false},"shape25":{"enum":["graphite","evergreen","iris","sandstone","ledger",null]},"shape26":{"type":["string","null"],"pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"shape27":{"enum":["card","split","plain",null]},"shape28":{"enum":["center","start",null]},"shape29":{"enum":["rounded","pill","square",null]},"shape30":{"type":["integer","null"],"minimum":0,"maximum":24},"shape31":{"type":["string","null"],"pattern":"\\.[wW][oO][fF][fF]2$"},"shape24":{"type":"object","properties":{"preset":{"$ref":"#/definitions/shape25"},"accent":{"$ref":"#/definitions/shape26"},"accentDark":{"$ref":"#/definitions/shape26"},"layout":{"$ref":"#/definitions/shape27"},"alignment":{"$ref":"#/definitions/shape28"},"buttons":{"$ref":"#/definitions/shape29"},"radius":{"$ref":"#/definitions/shape30"},"fontFile":{"$ref":"#/definitions/shape31"}},"additionalProperties":false},"shape33":{"type":["string","null"],"pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"shape32":{"type":"object","properties":{"privacy":{"$ref":"#/definitions/shape33"},"terms":{"$ref":"#/definitions/shape33"},"help":{"$ref":"#/definitions/shape33"},"contact":{"$ref":"#/definitions/shape33"}},"additionalProperties":false},"shape35":{"type":"string","minLength":1,"maxLength":80},"shape34":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape35"}}},"shape36":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"},"shape37":{"type":"integer","minimum":0,"maximum":86400},"shape38":{"type":"string","pattern":"^/[A-Za-z0-9._~/-]*$"},"shape39":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"$ref":"#/definitions/shape36"}},"additionalProperties":false},"shape40":{"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},"shape41":{"type":"integer","minimum":1,"maximum":3600},"shape42":{"type":"array","items":{"$ref":"#/definitions/condition"}},"shape43":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"$ref":"#/definitions/shape5"}}}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = require("ajv/dist/runtime/ucs2length").default;
const func0 = require("ajv/dist/runtime/equal").default;
const pattern0 = new RegExp("^https?://[^/@?#\\s]+/?$", "u");
const pattern7 = new RegExp("^/([^*?#\\s]+/)?\\*$", "u");
const pattern18 = new RegExp("^[A-Za-z0-9-]+$", "u");
const pattern19 = new RegExp("^[a-z0-9][a-z0-9:.-]*$", "u");
const pattern20 = new RegExp("^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$", "u");
const pattern23 = new RegExp("^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$", "u");
const pattern24 = new RegExp("^[A-Za-z0-9_-]{1,64}$", "u");
const pattern25 = new RegExp("^[a-z0-9.-]+$", "u");
const pattern26 = new RegExp("^all$", "u");
const pattern27 = new RegExp("^[A-Za-z0-9_.:-]{1,64}$", "u");
const pattern30 = new RegExp("^https?://[^@?#\\s]+$", "u");
const pattern31 = new RegExp("^.*$", "u");
const pattern32 = new RegExp("^https?://[^@#\\s]+$", "u");
const pattern33 = new RegExp("^[a-z0-9][A-Za-z0-9._-]{0,127}$", "u");
const pattern12 = new RegExp("^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$", "u");
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern38 = new RegExp("^[^:]+$", "u");
const pattern42 = new RegExp("^[A-Za-z0-9 ,'\"_-]{1,200}$", "u");
const pattern17 = new RegExp("^/[A-Za-z0-9._~/-]*$", "u");
const pattern47 = new RegExp("^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$", "u");
const pattern52 = new RegExp("^https://[^\\s;,'\"]+$", "u");
const pattern53 = new RegExp("^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$", "u");
const pattern54 = new RegExp("^auto$", "u");
const schema7 = {"type":"string"};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const schema8 = {"type":"integer","minimum":0,"maximum":65535};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 65535 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate24.errors = vErrors;
return errors === 0;
}

const schema9 = {"type":["string","null"],"pattern":"^/[^\\u0000-\\u001f\\u007f]+$"};
const pattern1 = new RegExp("^/[^\\u0000-\\u001f\\u007f]+$", "u");

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema9.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern1.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^/[^\\u0000-\\u001f\\u007f]+$"},message:"must match pattern \""+"^/[^\\u0000-\\u001f\\u007f]+$"+"\""});
errors++;
}
}
validate26.errors = vErrors;
return errors === 0;
}

const schema10 = {"type":["object","null"],"required":["certFile","keyFile"],"properties":{"certFile":{"$ref":"#/definitions/shape5"},"keyFile":{"$ref":"#/definitions/shape5"}},"additionalProperties":false};
const schema11 = {"type":"string","minLength":1};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema10.type},message:"must be object,null"});
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.certFile === undefined){
(vErrors ??= []).push({instancePath,keyword:"required",params:{missingProperty: "certFile"},message:"must have required property '"+"certFile"+"'"});
errors++;
}
if(data.keyFile === undefined){
(vErrors ??= []).push({instancePath,keyword:"required",params:{missingProperty: "keyFile"},message:"must have required property '"+"keyFile"+"'"});
errors++;
}
for(const key0 in data){
if(!((key0 === "certFile") || (key0 === "keyFile"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.certFile !== undefined){
if(!(validate29(data.certFile, {instancePath:instancePath+"/certFile",parentData:data,parentDataProperty:"certFile",rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
}
if(data.keyFile !== undefined){
if(!(validate29(data.keyFile, {instancePath:instancePath+"/keyFile",parentData:data,parentDataProperty:"keyFile",rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
}
}
validate28.errors = vErrors;
return errors === 0;
}

const schema12 = {"type":["string","null"]};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema12.type},message:"must be string,null"});
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}

const schema13 = {"type":"boolean"};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "boolean"},message:"must be boolean"});
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}

const schema14 = {"type":"array","items":{"$ref":"#/definitions/shape5"}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate29(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":["object","null"],"required":["url"],"properties":{"url":{"type":"string","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"unixSocket":{"$ref":"#/definitions/shape3","default":null},"caFile":{"$ref":"#/definitions/shape10","default":null},"certFile":{"$ref":"#/definitions/shape10","default":null},"keyFile":{"$ref":"#/definitions/shape10","default":null},"serverName":{"$ref":"#/definitions/shape11","default":null},"minTlsVersion":{"enum":["1.2","1.3"],"default":"1.2"},"insecure":{"$ref":"#/definitions/shape7","default":false},"hostHeader":{"enum":["public","upstream"],"default":"public"},"passHeaders":{"$ref":"#/definitions/shape12","default":[]},"sharedCaching":{"$ref":"#/definitions/shape7","default":false},"connectTimeoutMs":{"type":"integer","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"$ref":"#/definitions/shape13","default":60000},"idleTimeoutMs":{"type":"integer","default":0,"minimum":0,"maximum":86400000},"keepAliveTimeoutMs":{"$ref":"#/definitions/shape13","default":1500},"maxStreamSeconds":{"$ref":"#/definitions/shape14","default":0},"websocketCloseCode":{"type":"integer","enum":[4401,1008],"default":4401},"uploadIdleTimeoutMs":{"$ref":"#/definitions/shape13","default":60000},"maxBodyBytes":{"type":"integer","default":0,"minimum":0,"maximum":1125899906842624},"maxHeaderBytes":{"type":"integer","default":65536,"minimum":8192,"maximum":1048576},"earlyHints":{"$ref":"#/definitions/shape7","default":true},"maxConnections":{"$ref":"#/definitions/shape15","default":1024}},"additionalProperties":false};
const pattern2 = new RegExp("^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$", "u");
const schema16 = {"type":["string","null"],"minLength":1};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema16.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
validate44.errors = vErrors;
return errors === 0;
}

const schema17 = {"type":["string","null"],"pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema17.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern3.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\""});
errors++;
}
}
validate48.errors = vErrors;
return errors === 0;
}

const schema18 = {"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"}};
const pattern4 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0,keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}

const schema19 = {"type":"integer","minimum":0,"maximum":3600000};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 3600000 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate54.errors = vErrors;
return errors === 0;
}

const schema20 = {"type":"integer","minimum":0,"maximum":31536000};

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 31536000 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate57.errors = vErrors;
return errors === 0;
}

const schema21 = {"type":"integer","minimum":0,"maximum":1000000};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 1000000 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate61.errors = vErrors;
return errors === 0;
}


function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema15.type},message:"must be object,null"});
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.unixSocket === undefined){
data.unixSocket = null;
}
if(data.caFile === undefined){
data.caFile = null;
}
if(data.certFile === undefined){
data.certFile = null;
}
if(data.keyFile === undefined){
data.keyFile = null;
}
if(data.serverName === undefined){
data.serverName = null;
}
if(data.minTlsVersion === undefined){
data.minTlsVersion = "1.2";
}
if(data.insecure === undefined){
data.insecure = false;
}
if(data.hostHeader === undefined){
data.hostHeader = "public";
}
if(data.passHeaders === undefined){
data.passHeaders = [];
}
if(data.sharedCaching === undefined){
data.sharedCaching = false;
}
if(data.connectTimeoutMs === undefined){
data.connectTimeoutMs = 5000;
}
if(data.headersTimeoutMs === undefined){
data.headersTimeoutMs = 60000;
}
if(data.idleTimeoutMs === undefined){
data.idleTimeoutMs = 0;
}
if(data.keepAliveTimeoutMs === undefined){
data.keepAliveTimeoutMs = 1500;
}
if(data.maxStreamSeconds === undefined){
data.maxStreamSeconds = 0;
}
if(data.websocketCloseCode === undefined){
data.websocketCloseCode = 4401;
}
if(data.uploadIdleTimeoutMs === undefined){
data.uploadIdleTimeoutMs = 60000;
}
if(data.maxBodyBytes === undefined){
data.maxBodyBytes = 0;
}
if(data.maxHeaderBytes === undefined){
data.maxHeaderBytes = 65536;
}
if(data.earlyHints === undefined){
data.earlyHints = true;
}
if(data.maxConnections === undefined){
data.maxConnections = 1024;
}
if(data.url === undefined){
(vErrors ??= []).push({instancePath,keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"});
errors++;
}
for(const key0 in data){
if(!(func2.call(schema15.properties, key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(!pattern2.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/url",keyword:"pattern",params:{pattern: "^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},message:"must match pattern \""+"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/url",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(!(validate26(data.unixSocket, {instancePath:instancePath+"/unixSocket",parentData:data,parentDataProperty:"unixSocket",rootData}))){
(vErrors ??= []).push(...validate26.errors);
errors = vErrors.length;
}
if(!(validate44(data.caFile, {instancePath:instancePath+"/caFile",parentData:data,parentDataProperty:"caFile",rootData}))){
(vErrors ??= []).push(...validate44.errors);
errors = vErrors.length;
}
if(!(validate44(data.certFile, {instancePath:instancePath+"/certFile",parentData:data,parentDataProperty:"certFile",rootData}))){
(vErrors ??= []).push(...validate44.errors);
errors = vErrors.length;
}
if(!(validate44(data.keyFile, {instancePath:instancePath+"/keyFile",parentData:data,parentDataProperty:"keyFile",rootData}))){
(vErrors ??= []).push(...validate44.errors);
errors = vErrors.length;
}
if(!(validate48(data.serverName, {instancePath:instancePath+"/serverName",parentData:data,parentDataProperty:"serverName",rootData}))){
(vErrors ??= []).push(...validate48.errors);
errors = vErrors.length;
}
let data6 = data.minTlsVersion;
if(!((data6 === "1.2") || (data6 === "1.3"))){
(vErrors ??= []).push({instancePath:instancePath+"/minTlsVersion",keyword:"enum",params:{allowedValues: schema15.properties.minTlsVersion.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate37(data.insecure, {instancePath:instancePath+"/insecure",parentData:data,parentDataProperty:"insecure",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data8 = data.hostHeader;
if(!((data8 === "public") || (data8 === "upstream"))){
(vErrors ??= []).push({instancePath:instancePath+"/hostHeader",keyword:"enum",params:{allowedValues: schema15.properties.hostHeader.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate51(data.passHeaders, {instancePath:instancePath+"/passHeaders",parentData:data,parentDataProperty:"passHeaders",rootData}))){
(vErrors ??= []).push(...validate51.errors);
errors = vErrors.length;
}
if(!(validate37(data.sharedCaching, {instancePath:instancePath+"/sharedCaching",parentData:data,parentDataProperty:"sharedCaching",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data11 = data.connectTimeoutMs;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
(vErrors ??= []).push({instancePath:instancePath+"/connectTimeoutMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 600000 || isNaN(data11)){
(vErrors ??= []).push({instancePath:instancePath+"/connectTimeoutMs",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"});
errors++;
}
if(data11 < 1 || isNaN(data11)){
(vErrors ??= []).push({instancePath:instancePath+"/connectTimeoutMs",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
if(!(validate54(data.headersTimeoutMs, {instancePath:instancePath+"/headersTimeoutMs",parentData:data,parentDataProperty:"headersTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate54.errors);
errors = vErrors.length;
}
let data13 = data.idleTimeoutMs;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
(vErrors ??= []).push({instancePath:instancePath+"/idleTimeoutMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 86400000 || isNaN(data13)){
(vErrors ??= []).push({instancePath:instancePath+"/idleTimeoutMs",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000"});
errors++;
}
if(data13 < 0 || isNaN(data13)){
(vErrors ??= []).push({instancePath:instancePath+"/idleTimeoutMs",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
if(!(validate54(data.keepAliveTimeoutMs, {instancePath:instancePath+"/keepAliveTimeoutMs",parentData:data,parentDataProperty:"keepAliveTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate54.errors);
errors = vErrors.length;
}
if(!(validate57(data.maxStreamSeconds, {instancePath:instancePath+"/maxStreamSeconds",parentData:data,parentDataProperty:"maxStreamSeconds",rootData}))){
(vErrors ??= []).push(...validate57.errors);
errors = vErrors.length;
}
let data16 = data.websocketCloseCode;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
(vErrors ??= []).push({instancePath:instancePath+"/websocketCloseCode",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if(!((data16 === 4401) || (data16 === 1008))){
(vErrors ??= []).push({instancePath:instancePath+"/websocketCloseCode",keyword:"enum",params:{allowedValues: schema15.properties.websocketCloseCode.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate54(data.uploadIdleTimeoutMs, {instancePath:instancePath+"/uploadIdleTimeoutMs",parentData:data,parentDataProperty:"uploadIdleTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate54.errors);
errors = vErrors.length;
}
let data18 = data.maxBodyBytes;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
(vErrors ??= []).push({instancePath:instancePath+"/maxBodyBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 1125899906842624 || isNaN(data18)){
(vErrors ??= []).push({instancePath:instancePath+"/maxBodyBytes",keyword:"maximum",params:{comparison: "<=", limit: 1125899906842624},message:"must be <= 1125899906842624"});
errors++;
}
if(data18 < 0 || isNaN(data18)){
(vErrors ??= []).push({instancePath:instancePath+"/maxBodyBytes",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
let data19 = data.maxHeaderBytes;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
(vErrors ??= []).push({instancePath:instancePath+"/maxHeaderBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 1048576 || isNaN(data19)){
(vErrors ??= []).push({instancePath:instancePath+"/maxHeaderBytes",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576"});
errors++;
}
if(data19 < 8192 || isNaN(data19)){
(vErrors ??= []).push({instancePath:instancePath+"/maxHeaderBytes",keyword:"minimum",params:{comparison: ">=", limit: 8192},message:"must be >= 8192"});
errors++;
}
}
if(!(validate37(data.earlyHints, {instancePath:instancePath+"/earlyHints",parentData:data,parentDataProperty:"earlyHints",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate61(data.maxConnections, {instancePath:instancePath+"/maxConnections",parentData:data,parentDataProperty:"maxConnections",rootData}))){
(vErrors ??= []).push(...validate61.errors);
errors = vErrors.length;
}
}
validate42.errors = vErrors;
return errors === 0;
}

const schema22 = {"type":"string","pattern":"^[a-z0-9-]{1,32}$"};
const pattern5 = new RegExp("^[a-z0-9-]{1,32}$", "u");

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern5.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,32}$"},message:"must match pattern \""+"^[a-z0-9-]{1,32}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate64.errors = vErrors;
return errors === 0;
}

const schema23 = {"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"};
const pattern6 = new RegExp("^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");

function validate66(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern6.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate66.errors = vErrors;
return errors === 0;
}

const schema24 = {"type":"object","required":[],"properties":{"default":{"enum":["public","optional","signed-in","deny"],"default":"signed-in"},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"$ref":"#/definitions/shape17"},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1},"allow":{"if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"$ref":"#/definitions/shape7"},"signedInWithin":{"type":"integer","minimum":60}},"additionalProperties":false}},"additionalProperties":false},"default":[]}},"additionalProperties":false};
const pattern8 = new RegExp("^/[^*?#\\s]*(/\\*)?$|^/\\*$", "u");
const pattern9 = new RegExp("^[A-Z]+$", "u");
const schema25 = {"type":"object","additionalProperties":false,"properties":{"all":{"$ref":"#/definitions/shape42"},"any":{"$ref":"#/definitions/shape42"},"not":{"$ref":"#/definitions/condition"},"claim":{"$ref":"#/definitions/shape5"},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1},"present":{"$ref":"#/definitions/shape7"},"uid":{"$ref":"#/definitions/shape43"},"email":{"$ref":"#/definitions/shape43"},"emailDomain":{"$ref":"#/definitions/shape43"},"allowUnverified":{"$ref":"#/definitions/shape7"},"emailVerified":{"$ref":"#/definitions/shape7"},"tenant":{"$ref":"#/definitions/shape43"},"provider":{"$ref":"#/definitions/shape43"},"secondFactor":{"$ref":"#/definitions/shape7"},"network":{"$ref":"#/definitions/shape43"}}};
const schema26 = {"type":"array","items":{"$ref":"#/definitions/condition"}};
const wrapper0 = {validate: validate72};

function validate73(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(wrapper0.validate(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
validate73.errors = vErrors;
return errors === 0;
}

const schema27 = {"type":["string","array"],"minLength":1,"minItems":1,"items":{"$ref":"#/definitions/shape5"}};

function validate78(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (!(Array.isArray(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema27.type},message:"must be string,array"});
errors++;
}
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
if(Array.isArray(data)){
if(data.length < 1){
(vErrors ??= []).push({instancePath,keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate29(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
}
}
validate78.errors = vErrors;
return errors === 0;
}


function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema25.properties, key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.all !== undefined){
if(!(validate73(data.all, {instancePath:instancePath+"/all",parentData:data,parentDataProperty:"all",rootData}))){
(vErrors ??= []).push(...validate73.errors);
errors = vErrors.length;
}
}
if(data.any !== undefined){
if(!(validate73(data.any, {instancePath:instancePath+"/any",parentData:data,parentDataProperty:"any",rootData}))){
(vErrors ??= []).push(...validate73.errors);
errors = vErrors.length;
}
}
if(data.not !== undefined){
if(!(wrapper0.validate(data.not, {instancePath:instancePath+"/not",parentData:data,parentDataProperty:"not",rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.claim !== undefined){
if(!(validate29(data.claim, {instancePath:instancePath+"/claim",parentData:data,parentDataProperty:"claim",rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
}
if(data.oneOf !== undefined){
let data4 = data.oneOf;
if(Array.isArray(data4)){
if(data4.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/oneOf",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(((typeof data5 !== "string") && (!((typeof data5 == "number") && (isFinite(data5))))) && (typeof data5 !== "boolean")){
(vErrors ??= []).push({instancePath:instancePath+"/oneOf/" + i0,keyword:"type",params:{type: schema25.properties.oneOf.items.type},message:"must be string,number,boolean"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/oneOf",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
if(data.present !== undefined){
if(!(validate37(data.present, {instancePath:instancePath+"/present",parentData:data,parentDataProperty:"present",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
if(data.uid !== undefined){
if(!(validate78(data.uid, {instancePath:instancePath+"/uid",parentData:data,parentDataProperty:"uid",rootData}))){
(vErrors ??= []).push(...validate78.errors);
errors = vErrors.length;
}
}
if(data.email !== undefined){
if(!(validate78(data.email, {instancePath:instancePath+"/email",parentData:data,parentDataProperty:"email",rootData}))){
(vErrors ??= []).push(...validate78.errors);
errors = vErrors.length;
}
}
if(data.emailDomain !== undefined){
if(!(validate78(data.emailDomain, {instancePath:instancePath+"/emailDomain",parentData:data,parentDataProperty:"emailDomain",rootData}))){
(vErrors ??= []).push(...validate78.errors);
errors = vErrors.length;
}
}
if(data.allowUnverified !== undefined){
if(!(validate37(data.allowUnverified, {instancePath:instancePath+"/allowUnverified",parentData:data,parentDataProperty:"allowUnverified",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
if(data.emailVerified !== undefined){
if(!(validate37(data.emailVerified, {instancePath:instancePath+"/emailVerified",parentData:data,parentDataProperty:"emailVerified",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
if(data.tenant !== undefined){
if(!(validate78(data.tenant, {instancePath:instancePath+"/tenant",parentData:data,parentDataProperty:"tenant",rootData}))){
(vErrors ??= []).push(...validate78.errors);
errors = vErrors.length;
}
}
if(data.provider !== undefined){
if(!(validate78(data.provider, {instancePath:instancePath+"/provider",parentData:data,parentDataProperty:"provider",rootData}))){
(vErrors ??= []).push(...validate78.errors);
errors = vErrors.length;
}
}
if(data.secondFactor !== undefined){
if(!(validate37(data.secondFactor, {instancePath:instancePath+"/secondFactor",parentData:data,parentDataProperty:"secondFactor",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
if(data.network !== undefined){
if(!(validate78(data.network, {instancePath:instancePath+"/network",parentData:data,parentDataProperty:"network",rootData}))){
(vErrors ??= []).push(...validate78.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate72.errors = vErrors;
return errors === 0;
}


function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.default === undefined){
data.default = "signed-in";
}
if(data.rules === undefined){
data.rules = [];
}
for(const key0 in data){
if(!((key0 === "default") || (key0 === "rules"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
let data0 = data.default;
if(!((((data0 === "public") || (data0 === "optional")) || (data0 === "signed-in")) || (data0 === "deny"))){
(vErrors ??= []).push({instancePath:instancePath+"/default",keyword:"enum",params:{allowedValues: schema24.properties.default.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data1 = data.rules;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.path === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0,keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"});
errors++;
}
if(data2.allow === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0,keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'"});
errors++;
}
for(const key1 in data2){
if(!(((((key1 === "path") || (key1 === "host")) || (key1 === "methods")) || (key1 === "allow")) || (key1 === "require"))){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0,keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"});
errors++;
}
}
if(data2.path !== undefined){
let data3 = data2.path;
if(typeof data3 === "string"){
if(!pattern8.test(data3)){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/path",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/path",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data2.host !== undefined){
if(!(validate66(data2.host, {instancePath:instancePath+"/rules/" + i0+"/host",parentData:data2,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate66.errors);
errors = vErrors.length;
}
}
if(data2.methods !== undefined){
let data5 = data2.methods;
if(Array.isArray(data5)){
if(data5.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/methods",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(typeof data6 === "string"){
if(!pattern9.test(data6)){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/methods/" + i1,keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/methods/" + i1,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/methods",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
if(data2.allow !== undefined){
let data7 = data2.allow;
const _errs16 = errors;
let valid6 = true;
const _errs17 = errors;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
(vErrors ??= []).push({});
errors++;
}
var _valid0 = _errs17 === errors;
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs19 = errors;
if(!(validate72(data7, {instancePath:instancePath+"/rules/" + i0+"/allow",parentData:data2,parentDataProperty:"allow",rootData}))){
(vErrors ??= []).push(...validate72.errors);
errors = vErrors.length;
}
var _valid0 = _errs19 === errors;
valid6 = _valid0;
ifClause0 = "then";
}
else {
const _errs20 = errors;
if(!((((data7 === "public") || (data7 === "optional")) || (data7 === "signed-in")) || (data7 === "deny"))){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/allow",keyword:"enum",params:{allowedValues: schema24.properties.rules.items.properties.allow.else.enum},message:"must be equal to one of the allowed values"});
errors++;
}
var _valid0 = _errs20 === errors;
valid6 = _valid0;
ifClause0 = "else";
}
if(!valid6){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/allow",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema"});
errors++;
}
}
if(data2.require !== undefined){
let data8 = data2.require;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key2 in data8){
if(!((key2 === "secondFactor") || (key2 === "signedInWithin"))){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/require",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"});
errors++;
}
}
if(data8.secondFactor !== undefined){
if(!(validate37(data8.secondFactor, {instancePath:instancePath+"/rules/" + i0+"/require/secondFactor",parentData:data8,parentDataProperty:"secondFactor",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
if(data8.signedInWithin !== undefined){
let data10 = data8.signedInWithin;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/require/signedInWithin",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 60 || isNaN(data10)){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/require/signedInWithin",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/require",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate70.errors = vErrors;
return errors === 0;
}

const schema28 = {"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"$ref":"#/definitions/shape6"}},"additionalProperties":false};

function validate92(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(pattern4.test(key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
for(const key1 in data){
if(pattern4.test(key1)){
if(!(validate35(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate92.errors = vErrors;
return errors === 0;
}

const schema29 = {"type":"object","required":[],"properties":{"origins":{"$ref":"#/definitions/shape8","default":[]},"credentials":{"$ref":"#/definitions/shape7","default":false}},"additionalProperties":false};

function validate95(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.origins === undefined){
data.origins = [];
}
if(data.credentials === undefined){
data.credentials = false;
}
for(const key0 in data){
if(!((key0 === "origins") || (key0 === "credentials"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate39(data.origins, {instancePath:instancePath+"/origins",parentData:data,parentDataProperty:"origins",rootData}))){
(vErrors ??= []).push(...validate39.errors);
errors = vErrors.length;
}
if(!(validate37(data.credentials, {instancePath:instancePath+"/credentials",parentData:data,parentDataProperty:"credentials",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate95.errors = vErrors;
return errors === 0;
}

const schema30 = {"type":"object","properties":{"name":{"$ref":"#/definitions/shape22"},"logo":{"$ref":"#/definitions/shape23"},"logoDark":{"$ref":"#/definitions/shape23"},"favicon":{"$ref":"#/definitions/shape23"},"background":{"$ref":"#/definitions/shape23"}},"additionalProperties":false};
const schema31 = {"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80};

function validate101(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func3(data) > 80){
(vErrors ??= []).push({instancePath,keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"});
errors++;
}
if(!pattern12.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate101.errors = vErrors;
return errors === 0;
}

const schema32 = {"type":["string","null"],"pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"};
const pattern13 = new RegExp("\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$", "u");

function validate103(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema32.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern13.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\""});
errors++;
}
}
validate103.errors = vErrors;
return errors === 0;
}


function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "name") || (key0 === "logo")) || (key0 === "logoDark")) || (key0 === "favicon")) || (key0 === "background"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.name !== undefined){
if(!(validate101(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
}
if(data.logo !== undefined){
if(!(validate103(data.logo, {instancePath:instancePath+"/logo",parentData:data,parentDataProperty:"logo",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
}
if(data.logoDark !== undefined){
if(!(validate103(data.logoDark, {instancePath:instancePath+"/logoDark",parentData:data,parentDataProperty:"logoDark",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
}
if(data.favicon !== undefined){
if(!(validate103(data.favicon, {instancePath:instancePath+"/favicon",parentData:data,parentDataProperty:"favicon",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
}
if(data.background !== undefined){
if(!(validate103(data.background, {instancePath:instancePath+"/background",parentData:data,parentDataProperty:"background",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate100.errors = vErrors;
return errors === 0;
}

const schema33 = {"type":"object","properties":{"preset":{"$ref":"#/definitions/shape25"},"accent":{"$ref":"#/definitions/shape26"},"accentDark":{"$ref":"#/definitions/shape26"},"layout":{"$ref":"#/definitions/shape27"},"alignment":{"$ref":"#/definitions/shape28"},"buttons":{"$ref":"#/definitions/shape29"},"radius":{"$ref":"#/definitions/shape30"},"fontFile":{"$ref":"#/definitions/shape31"}},"additionalProperties":false};
const schema34 = {"enum":["graphite","evergreen","iris","sandstone","ledger",null]};

function validate110(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((((data === "graphite") || (data === "evergreen")) || (data === "iris")) || (data === "sandstone")) || (data === "ledger")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema34.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate110.errors = vErrors;
return errors === 0;
}

const schema35 = {"type":["string","null"],"pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"};
const pattern14 = new RegExp("^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", "u");

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema35.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern14.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\""});
errors++;
}
}
validate112.errors = vErrors;
return errors === 0;
}

const schema36 = {"enum":["card","split","plain",null]};

function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "card") || (data === "split")) || (data === "plain")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema36.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate115.errors = vErrors;
return errors === 0;
}

const schema37 = {"enum":["center","start",null]};

function validate117(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((data === "center") || (data === "start")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema37.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate117.errors = vErrors;
return errors === 0;
}

const schema38 = {"enum":["rounded","pill","square",null]};

function validate119(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "rounded") || (data === "pill")) || (data === "square")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema38.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate119.errors = vErrors;
return errors === 0;
}

const schema39 = {"type":["integer","null"],"minimum":0,"maximum":24};

function validate121(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))) && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema39.type},message:"must be integer,null"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 24 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 24},message:"must be <= 24"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate121.errors = vErrors;
return errors === 0;
}

const schema40 = {"type":["string","null"],"pattern":"\\.[wW][oO][fF][fF]2$"};
const pattern15 = new RegExp("\\.[wW][oO][fF][fF]2$", "u");

function validate123(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema40.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern15.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "\\.[wW][oO][fF][fF]2$"},message:"must match pattern \""+"\\.[wW][oO][fF][fF]2$"+"\""});
errors++;
}
}
validate123.errors = vErrors;
return errors === 0;
}


function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((((key0 === "preset") || (key0 === "accent")) || (key0 === "accentDark")) || (key0 === "layout")) || (key0 === "alignment")) || (key0 === "buttons")) || (key0 === "radius")) || (key0 === "fontFile"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.preset !== undefined){
if(!(validate110(data.preset, {instancePath:instancePath+"/preset",parentData:data,parentDataProperty:"preset",rootData}))){
(vErrors ??= []).push(...validate110.errors);
errors = vErrors.length;
}
}
if(data.accent !== undefined){
if(!(validate112(data.accent, {instancePath:instancePath+"/accent",parentData:data,parentDataProperty:"accent",rootData}))){
(vErrors ??= []).push(...validate112.errors);
errors = vErrors.length;
}
}
if(data.accentDark !== undefined){
if(!(validate112(data.accentDark, {instancePath:instancePath+"/accentDark",parentData:data,parentDataProperty:"accentDark",rootData}))){
(vErrors ??= []).push(...validate112.errors);
errors = vErrors.length;
}
}
if(data.layout !== undefined){
if(!(validate115(data.layout, {instancePath:instancePath+"/layout",parentData:data,parentDataProperty:"layout",rootData}))){
(vErrors ??= []).push(...validate115.errors);
errors = vErrors.length;
}
}
if(data.alignment !== undefined){
if(!(validate117(data.alignment, {instancePath:instancePath+"/alignment",parentData:data,parentDataProperty:"alignment",rootData}))){
(vErrors ??= []).push(...validate117.errors);
errors = vErrors.length;
}
}
if(data.buttons !== undefined){
if(!(validate119(data.buttons, {instancePath:instancePath+"/buttons",parentData:data,parentDataProperty:"buttons",rootData}))){
(vErrors ??= []).push(...validate119.errors);
errors = vErrors.length;
}
}
if(data.radius !== undefined){
if(!(validate121(data.radius, {instancePath:instancePath+"/radius",parentData:data,parentDataProperty:"radius",rootData}))){
(vErrors ??= []).push(...validate121.errors);
errors = vErrors.length;
}
}
if(data.fontFile !== undefined){
if(!(validate123(data.fontFile, {instancePath:instancePath+"/fontFile",parentData:data,parentDataProperty:"fontFile",rootData}))){
(vErrors ??= []).push(...validate123.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate109.errors = vErrors;
return errors === 0;
}

const schema41 = {"type":"object","properties":{"privacy":{"$ref":"#/definitions/shape33"},"terms":{"$ref":"#/definitions/shape33"},"help":{"$ref":"#/definitions/shape33"},"contact":{"$ref":"#/definitions/shape33"}},"additionalProperties":false};
const schema42 = {"type":["string","null"],"pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"};
const pattern16 = new RegExp("^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$", "u");

function validate127(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema42.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern16.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\""});
errors++;
}
}
validate127.errors = vErrors;
return errors === 0;
}


function validate126(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "privacy") || (key0 === "terms")) || (key0 === "help")) || (key0 === "contact"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.privacy !== undefined){
if(!(validate127(data.privacy, {instancePath:instancePath+"/privacy",parentData:data,parentDataProperty:"privacy",rootData}))){
(vErrors ??= []).push(...validate127.errors);
errors = vErrors.length;
}
}
if(data.terms !== undefined){
if(!(validate127(data.terms, {instancePath:instancePath+"/terms",parentData:data,parentDataProperty:"terms",rootData}))){
(vErrors ??= []).push(...validate127.errors);
errors = vErrors.length;
}
}
if(data.help !== undefined){
if(!(validate127(data.help, {instancePath:instancePath+"/help",parentData:data,parentDataProperty:"help",rootData}))){
(vErrors ??= []).push(...validate127.errors);
errors = vErrors.length;
}
}
if(data.contact !== undefined){
if(!(validate127(data.contact, {instancePath:instancePath+"/contact",parentData:data,parentDataProperty:"contact",rootData}))){
(vErrors ??= []).push(...validate127.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate126.errors = vErrors;
return errors === 0;
}

const schema43 = {"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape35"}}};
const schema44 = {"type":"string","minLength":1,"maxLength":80};

function validate134(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func3(data) > 80){
(vErrors ??= []).push({instancePath,keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"});
errors++;
}
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate134.errors = vErrors;
return errors === 0;
}


function validate133(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(pattern17.test(key0)){
if(!(validate134(data[key0], {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key0,rootData}))){
(vErrors ??= []).push(...validate134.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate133.errors = vErrors;
return errors === 0;
}

const schema45 = {"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"};

function validate148(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
if(!pattern18.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate148.errors = vErrors;
return errors === 0;
}

const schema46 = {"type":"integer","minimum":0,"maximum":86400};

function validate169(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 86400 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate169.errors = vErrors;
return errors === 0;
}

const schema47 = {"type":"string","pattern":"^/[A-Za-z0-9._~/-]*$"};

function validate179(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern17.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate179.errors = vErrors;
return errors === 0;
}

const schema48 = {"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"$ref":"#/definitions/shape36"}},"additionalProperties":false};

function validate208(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(pattern3.test(key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
for(const key1 in data){
if(pattern3.test(key1)){
if(!(validate148(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
(vErrors ??= []).push(...validate148.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate208.errors = vErrors;
return errors === 0;
}

const schema49 = {"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"};

function validate236(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern47.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate236.errors = vErrors;
return errors === 0;
}

const schema50 = {"type":"integer","minimum":1,"maximum":3600};

function validate254(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 3600 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600"});
errors++;
}
if(data < 1 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
validate254.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(data.store === undefined){
data.store = null;
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
if(data.passUnknownBearer === undefined){
data.passUnknownBearer = false;
}
if(data.login === undefined){
data.login = {};
}
if(data.account === undefined){
data.account = {};
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
if(data.workers === undefined){
data.workers = 1;
}
if(data.reload === undefined){
data.reload = {};
}
if(data.shutdown === undefined){
data.shutdown = {};
}
if(data.publicUrl === undefined){
(vErrors ??= []).push({instancePath,keyword:"required",params:{missingProperty: "publicUrl"},message:"must have required property '"+"publicUrl"+"'"});
errors++;
}
if(data.identityPlatform === undefined){
(vErrors ??= []).push({instancePath,keyword:"required",params:{missingProperty: "identityPlatform"},message:"must have required property '"+"identityPlatform"+"'"});
errors++;
}
for(const key0 in data){
if(!(func2.call(schema6.properties, key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.publicUrl !== undefined){
let data0 = data.publicUrl;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/publicUrl",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/publicUrl",keyword:"type",params:{type: "string"},message:"must be string"});
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
(vErrors ??= []).push({instancePath:instancePath+"/listen",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data1.host, {instancePath:instancePath+"/listen/host",parentData:data1,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data1.port, {instancePath:instancePath+"/listen/port",parentData:data1,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
if(!(validate26(data1.unix, {instancePath:instancePath+"/listen/unix",parentData:data1,parentDataProperty:"unix",rootData}))){
(vErrors ??= []).push(...validate26.errors);
errors = vErrors.length;
}
let data5 = data1.fd;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/listen/fd",keyword:"type",params:{type: schema6.properties.listen.properties.fd.type},message:"must be integer,null"});
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1023 || isNaN(data5)){
(vErrors ??= []).push({instancePath:instancePath+"/listen/fd",keyword:"maximum",params:{comparison: "<=", limit: 1023},message:"must be <= 1023"});
errors++;
}
if(data5 < 3 || isNaN(data5)){
(vErrors ??= []).push({instancePath:instancePath+"/listen/fd",keyword:"minimum",params:{comparison: ">=", limit: 3},message:"must be >= 3"});
errors++;
}
}
if(!(validate28(data1.tls, {instancePath:instancePath+"/listen/tls",parentData:data1,parentDataProperty:"tls",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/listen",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data7 = data.management;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.host === undefined){
data7.host = "127.0.0.1";
}
if(data7.port === undefined){
data7.port = 9464;
}
if(data7.tokenFile === undefined){
data7.tokenFile = null;
}
for(const key2 in data7){
if(!(((key2 === "host") || (key2 === "port")) || (key2 === "tokenFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/management",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data7.host, {instancePath:instancePath+"/management/host",parentData:data7,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data7.port, {instancePath:instancePath+"/management/port",parentData:data7,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
if(!(validate35(data7.tokenFile, {instancePath:instancePath+"/management/tokenFile",parentData:data7,parentDataProperty:"tokenFile",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/management",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data11 = data.metrics;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.enabled === undefined){
data11.enabled = true;
}
if(data11.durationBuckets === undefined){
data11.durationBuckets = [0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30];
}
for(const key3 in data11){
if(!((key3 === "enabled") || (key3 === "durationBuckets"))){
(vErrors ??= []).push({instancePath:instancePath+"/metrics",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data11.enabled, {instancePath:instancePath+"/metrics/enabled",parentData:data11,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data13 = data11.durationBuckets;
if(Array.isArray(data13)){
if(data13.length > 24){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets",keyword:"maxItems",params:{limit: 24},message:"must NOT have more than 24 items"});
errors++;
}
if(data13.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len0 = data13.length;
for(let i0=0; i0<len0; i0++){
let data14 = data13[i0];
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 3600 || isNaN(data14)){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets/" + i0,keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600"});
errors++;
}
if(data14 <= 0 || isNaN(data14)){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets/" + i0,keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets/" + i0,keyword:"type",params:{type: "number"},message:"must be number"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/metrics",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
if(!(validate39(data.trustedProxies, {instancePath:instancePath+"/trustedProxies",parentData:data,parentDataProperty:"trustedProxies",rootData}))){
(vErrors ??= []).push(...validate39.errors);
errors = vErrors.length;
}
if(!(validate42(data.upstream, {instancePath:instancePath+"/upstream",parentData:data,parentDataProperty:"upstream",rootData}))){
(vErrors ??= []).push(...validate42.errors);
errors = vErrors.length;
}
let data17 = data.applications;
if(Array.isArray(data17)){
const len1 = data17.length;
for(let i1=0; i1<len1; i1++){
let data18 = data17[i1];
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.path === undefined){
data18.path = "/*";
}
if(data18.stripPath === undefined){
data18.stripPath = false;
}
if(data18.name === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"});
errors++;
}
for(const key4 in data18){
if(!(func2.call(schema6.properties.applications.items.properties, key4))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"});
errors++;
}
}
if(data18.name !== undefined){
if(!(validate64(data18.name, {instancePath:instancePath+"/applications/" + i1+"/name",parentData:data18,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate64.errors);
errors = vErrors.length;
}
}
if(data18.host !== undefined){
if(!(validate66(data18.host, {instancePath:instancePath+"/applications/" + i1+"/host",parentData:data18,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate66.errors);
errors = vErrors.length;
}
}
let data21 = data18.path;
if(typeof data21 === "string"){
if(!pattern7.test(data21)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/path",keyword:"pattern",params:{pattern: "^/([^*?#\\s]+/)?\\*$"},message:"must match pattern \""+"^/([^*?#\\s]+/)?\\*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/path",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate37(data18.stripPath, {instancePath:instancePath+"/applications/" + i1+"/stripPath",parentData:data18,parentDataProperty:"stripPath",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(data18.upstream !== undefined){
if(!(validate42(data18.upstream, {instancePath:instancePath+"/applications/" + i1+"/upstream",parentData:data18,parentDataProperty:"upstream",rootData}))){
(vErrors ??= []).push(...validate42.errors);
errors = vErrors.length;
}
}
if(data18.access !== undefined){
if(!(validate70(data18.access, {instancePath:instancePath+"/applications/" + i1+"/access",parentData:data18,parentDataProperty:"access",rootData}))){
(vErrors ??= []).push(...validate70.errors);
errors = vErrors.length;
}
}
if(data18.identityHeaders !== undefined){
if(!(validate92(data18.identityHeaders, {instancePath:instancePath+"/applications/" + i1+"/identityHeaders",parentData:data18,parentDataProperty:"identityHeaders",rootData}))){
(vErrors ??= []).push(...validate92.errors);
errors = vErrors.length;
}
}
if(data18.cors !== undefined){
if(!(validate95(data18.cors, {instancePath:instancePath+"/applications/" + i1+"/cors",parentData:data18,parentDataProperty:"cors",rootData}))){
(vErrors ??= []).push(...validate95.errors);
errors = vErrors.length;
}
}
if(data18.passUnknownBearer !== undefined){
if(!(validate37(data18.passUnknownBearer, {instancePath:instancePath+"/applications/" + i1+"/passUnknownBearer",parentData:data18,parentDataProperty:"passUnknownBearer",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
if(data18.login !== undefined){
let data28 = data18.login;
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
for(const key5 in data28){
if(!((((((key5 === "brand") || (key5 === "theme")) || (key5 === "links")) || (key5 === "destinations")) || (key5 === "providers")) || (key5 === "tenant"))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties"});
errors++;
}
}
if(data28.brand !== undefined){
if(!(validate100(data28.brand, {instancePath:instancePath+"/applications/" + i1+"/login/brand",parentData:data28,parentDataProperty:"brand",rootData}))){
(vErrors ??= []).push(...validate100.errors);
errors = vErrors.length;
}
}
if(data28.theme !== undefined){
if(!(validate109(data28.theme, {instancePath:instancePath+"/applications/" + i1+"/login/theme",parentData:data28,parentDataProperty:"theme",rootData}))){
(vErrors ??= []).push(...validate109.errors);
errors = vErrors.length;
}
}
if(data28.links !== undefined){
if(!(validate126(data28.links, {instancePath:instancePath+"/applications/" + i1+"/login/links",parentData:data28,parentDataProperty:"links",rootData}))){
(vErrors ??= []).push(...validate126.errors);
errors = vErrors.length;
}
}
if(data28.destinations !== undefined){
if(!(validate133(data28.destinations, {instancePath:instancePath+"/applications/" + i1+"/login/destinations",parentData:data28,parentDataProperty:"destinations",rootData}))){
(vErrors ??= []).push(...validate133.errors);
errors = vErrors.length;
}
}
if(data28.providers !== undefined){
let data33 = data28.providers;
if(Array.isArray(data33)){
if(data33.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len2 = data33.length;
for(let i2=0; i2<len2; i2++){
let data34 = data33[i2];
if(typeof data34 === "string"){
if(func3(data34) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers/" + i2,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers/" + i2,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i3 = data33.length;
let j0;
if(i3 > 1){
const indices0 = {};
for(;i3--;){
let item0 = data33[i3];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers",keyword:"uniqueItems",params:{i: i3, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i3+" are identical)"});
errors++;
break;
}
indices0[item0] = i3;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
if(data28.tenant !== undefined){
let data35 = data28.tenant;
if((typeof data35 !== "string") && (data35 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/tenant",keyword:"type",params:{type: schema6.properties.applications.items.properties.login.properties.tenant.type},message:"must be string,null"});
errors++;
}
if(typeof data35 === "string"){
if(!pattern18.test(data35)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/tenant",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\""});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
let data36 = data.forwardAuth;
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(data36.enabled === undefined){
data36.enabled = false;
}
if(data36.listen === undefined){
data36.listen = null;
}
if(data36.grpc === undefined){
data36.grpc = null;
}
if(data36.trustedProxies === undefined){
data36.trustedProxies = null;
}
if(data36.origins === undefined){
data36.origins = [];
}
for(const key6 in data36){
if(!(((((key6 === "enabled") || (key6 === "listen")) || (key6 === "grpc")) || (key6 === "trustedProxies")) || (key6 === "origins"))){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data36.enabled, {instancePath:instancePath+"/forwardAuth/enabled",parentData:data36,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data38 = data36.listen;
if((!(data38 && typeof data38 == "object" && !Array.isArray(data38))) && (data38 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth/listen",keyword:"type",params:{type: schema6.properties.forwardAuth.properties.listen.type},message:"must be object,null"});
errors++;
}
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.host === undefined){
data38.host = "127.0.0.1";
}
if(data38.port === undefined){
data38.port = 8081;
}
if(data38.tls === undefined){
data38.tls = null;
}
for(const key7 in data38){
if(!(((key7 === "host") || (key7 === "port")) || (key7 === "tls"))){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth/listen",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data38.host, {instancePath:instancePath+"/forwardAuth/listen/host",parentData:data38,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data38.port, {instancePath:instancePath+"/forwardAuth/listen/port",parentData:data38,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
if(!(validate28(data38.tls, {instancePath:instancePath+"/forwardAuth/listen/tls",parentData:data38,parentDataProperty:"tls",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
let data42 = data36.grpc;
if((!(data42 && typeof data42 == "object" && !Array.isArray(data42))) && (data42 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth/grpc",keyword:"type",params:{type: schema6.properties.forwardAuth.properties.grpc.type},message:"must be object,null"});
errors++;
}
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
if(data42.host === undefined){
data42.host = "127.0.0.1";
}
if(data42.port === undefined){
data42.port = 8081;
}
for(const key8 in data42){
if(!((key8 === "host") || (key8 === "port"))){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth/grpc",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data42.host, {instancePath:instancePath+"/forwardAuth/grpc/host",parentData:data42,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data42.port, {instancePath:instancePath+"/forwardAuth/grpc/port",parentData:data42,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
}
let data45 = data36.trustedProxies;
if((!(Array.isArray(data45))) && (data45 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth/trustedProxies",keyword:"type",params:{type: schema6.properties.forwardAuth.properties.trustedProxies.type},message:"must be array,null"});
errors++;
}
if(Array.isArray(data45)){
const len3 = data45.length;
for(let i4=0; i4<len3; i4++){
if(!(validate29(data45[i4], {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i4,parentData:data45,parentDataProperty:i4,rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
}
}
if(!(validate39(data36.origins, {instancePath:instancePath+"/forwardAuth/origins",parentData:data36,parentDataProperty:"origins",rootData}))){
(vErrors ??= []).push(...validate39.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data48 = data.identityPlatform;
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
if(data48.apiKey === undefined){
data48.apiKey = "";
}
if(data48.apiKeyFile === undefined){
data48.apiKeyFile = null;
}
if(data48.tenantId === undefined){
data48.tenantId = null;
}
if(data48.tenants === undefined){
data48.tenants = {};
}
if(data48.credentials === undefined){
data48.credentials = "";
}
if(data48.credentialsFile === undefined){
data48.credentialsFile = null;
}
if(data48.serviceAccountEmail === undefined){
data48.serviceAccountEmail = null;
}
if(data48.authDomain === undefined){
data48.authDomain = null;
}
if(data48.allowAnonymous === undefined){
data48.allowAnonymous = false;
}
if(data48.emulatorHost === undefined){
data48.emulatorHost = null;
}
if(data48.emulatorAnywhere === undefined){
data48.emulatorAnywhere = false;
}
if(data48.endpoints === undefined){
data48.endpoints = {};
}
if(data48.projectId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform",keyword:"required",params:{missingProperty: "projectId"},message:"must have required property '"+"projectId"+"'"});
errors++;
}
for(const key9 in data48){
if(!(func2.call(schema6.properties.identityPlatform.properties, key9))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties"});
errors++;
}
}
if(data48.projectId !== undefined){
let data49 = data48.projectId;
if(typeof data49 === "string"){
if(func3(data49) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"});
errors++;
}
if(!pattern19.test(data49)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9:.-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9:.-]*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(!(validate22(data48.apiKey, {instancePath:instancePath+"/identityPlatform/apiKey",parentData:data48,parentDataProperty:"apiKey",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate35(data48.apiKeyFile, {instancePath:instancePath+"/identityPlatform/apiKeyFile",parentData:data48,parentDataProperty:"apiKeyFile",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate44(data48.tenantId, {instancePath:instancePath+"/identityPlatform/tenantId",parentData:data48,parentDataProperty:"tenantId",rootData}))){
(vErrors ??= []).push(...validate44.errors);
errors = vErrors.length;
}
let data53 = data48.tenants;
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
for(const key10 in data53){
if(!(pattern20.test(key10))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/tenants",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties"});
errors++;
}
}
for(const key11 in data53){
if(pattern20.test(key11)){
if(!(validate148(data53[key11], {instancePath:instancePath+"/identityPlatform/tenants/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data53,parentDataProperty:key11,rootData}))){
(vErrors ??= []).push(...validate148.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/tenants",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
if(!(validate22(data48.credentials, {instancePath:instancePath+"/identityPlatform/credentials",parentData:data48,parentDataProperty:"credentials",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate35(data48.credentialsFile, {instancePath:instancePath+"/identityPlatform/credentialsFile",parentData:data48,parentDataProperty:"credentialsFile",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data57 = data48.serviceAccountEmail;
if((typeof data57 !== "string") && (data57 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/serviceAccountEmail",keyword:"type",params:{type: schema6.properties.identityPlatform.properties.serviceAccountEmail.type},message:"must be string,null"});
errors++;
}
if(typeof data57 === "string"){
if(!pattern23.test(data57)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/serviceAccountEmail",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"+"\""});
errors++;
}
}
if(!(validate35(data48.authDomain, {instancePath:instancePath+"/identityPlatform/authDomain",parentData:data48,parentDataProperty:"authDomain",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate37(data48.allowAnonymous, {instancePath:instancePath+"/identityPlatform/allowAnonymous",parentData:data48,parentDataProperty:"allowAnonymous",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate35(data48.emulatorHost, {instancePath:instancePath+"/identityPlatform/emulatorHost",parentData:data48,parentDataProperty:"emulatorHost",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate37(data48.emulatorAnywhere, {instancePath:instancePath+"/identityPlatform/emulatorAnywhere",parentData:data48,parentDataProperty:"emulatorAnywhere",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data62 = data48.endpoints;
if(data62 && typeof data62 == "object" && !Array.isArray(data62)){
if(data62.identityToolkit === undefined){
data62.identityToolkit = "https://identitytoolkit.googleapis.com";
}
if(data62.secureToken === undefined){
data62.secureToken = "https://securetoken.googleapis.com";
}
if(data62.certificates === undefined){
data62.certificates = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
}
if(data62.oauthToken === undefined){
data62.oauthToken = "https://oauth2.googleapis.com/token";
}
if(data62.sts === undefined){
data62.sts = "https://sts.googleapis.com/v1/token";
}
if(data62.iamCredentials === undefined){
data62.iamCredentials = "https://iamcredentials.googleapis.com";
}
for(const key12 in data62){
if(!((((((key12 === "identityToolkit") || (key12 === "secureToken")) || (key12 === "certificates")) || (key12 === "oauthToken")) || (key12 === "sts")) || (key12 === "iamCredentials"))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/endpoints",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data62.identityToolkit, {instancePath:instancePath+"/identityPlatform/endpoints/identityToolkit",parentData:data62,parentDataProperty:"identityToolkit",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data62.secureToken, {instancePath:instancePath+"/identityPlatform/endpoints/secureToken",parentData:data62,parentDataProperty:"secureToken",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data62.certificates, {instancePath:instancePath+"/identityPlatform/endpoints/certificates",parentData:data62,parentDataProperty:"certificates",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data62.oauthToken, {instancePath:instancePath+"/identityPlatform/endpoints/oauthToken",parentData:data62,parentDataProperty:"oauthToken",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data62.sts, {instancePath:instancePath+"/identityPlatform/endpoints/sts",parentData:data62,parentDataProperty:"sts",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data62.iamCredentials, {instancePath:instancePath+"/identityPlatform/endpoints/iamCredentials",parentData:data62,parentDataProperty:"iamCredentials",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/endpoints",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data69 = data.cookie;
if(data69 && typeof data69 == "object" && !Array.isArray(data69)){
if(data69.name === undefined){
data69.name = null;
}
if(data69.allowPlainName === undefined){
data69.allowPlainName = false;
}
if(data69.domain === undefined){
data69.domain = null;
}
if(data69.sameSite === undefined){
data69.sameSite = "lax";
}
if(data69.format === undefined){
data69.format = "current";
}
if(data69.signatureKeys === undefined){
data69.signatureKeys = [];
}
if(data69.signatureKeysFile === undefined){
data69.signatureKeysFile = null;
}
for(const key13 in data69){
if(!(((((((key13 === "name") || (key13 === "allowPlainName")) || (key13 === "domain")) || (key13 === "sameSite")) || (key13 === "format")) || (key13 === "signatureKeys")) || (key13 === "signatureKeysFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/cookie",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties"});
errors++;
}
}
let data70 = data69.name;
if((typeof data70 !== "string") && (data70 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/name",keyword:"type",params:{type: schema6.properties.cookie.properties.name.type},message:"must be string,null"});
errors++;
}
if(typeof data70 === "string"){
if(!pattern24.test(data70)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/name",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\""});
errors++;
}
}
if(!(validate37(data69.allowPlainName, {instancePath:instancePath+"/cookie/allowPlainName",parentData:data69,parentDataProperty:"allowPlainName",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data72 = data69.domain;
if((typeof data72 !== "string") && (data72 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/domain",keyword:"type",params:{type: schema6.properties.cookie.properties.domain.type},message:"must be string,null"});
errors++;
}
if(typeof data72 === "string"){
if(!pattern25.test(data72)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/domain",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\""});
errors++;
}
}
let data73 = data69.sameSite;
if(!(((data73 === "lax") || (data73 === "strict")) || (data73 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/sameSite",keyword:"enum",params:{allowedValues: schema6.properties.cookie.properties.sameSite.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data74 = data69.format;
if(!((data74 === "current") || (data74 === "previous"))){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/format",keyword:"enum",params:{allowedValues: schema6.properties.cookie.properties.format.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate39(data69.signatureKeys, {instancePath:instancePath+"/cookie/signatureKeys",parentData:data69,parentDataProperty:"signatureKeys",rootData}))){
(vErrors ??= []).push(...validate39.errors);
errors = vErrors.length;
}
if(!(validate35(data69.signatureKeysFile, {instancePath:instancePath+"/cookie/signatureKeysFile",parentData:data69,parentDataProperty:"signatureKeysFile",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cookie",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data77 = data.hsts;
if((!(data77 && typeof data77 == "object" && !Array.isArray(data77))) && (data77 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts",keyword:"type",params:{type: schema6.properties.hsts.type},message:"must be object,null"});
errors++;
}
if(data77 && typeof data77 == "object" && !Array.isArray(data77)){
if(data77.maxAgeSeconds === undefined){
data77.maxAgeSeconds = 31536000;
}
if(data77.includeSubDomains === undefined){
data77.includeSubDomains = false;
}
if(data77.preload === undefined){
data77.preload = false;
}
for(const key14 in data77){
if(!(((key14 === "maxAgeSeconds") || (key14 === "includeSubDomains")) || (key14 === "preload"))){
(vErrors ??= []).push({instancePath:instancePath+"/hsts",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties"});
errors++;
}
}
let data78 = data77.maxAgeSeconds;
if(!(((typeof data78 == "number") && (!(data78 % 1) && !isNaN(data78))) && (isFinite(data78)))){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data78 == "number") && (isFinite(data78))){
if(data78 > 315360000 || isNaN(data78)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000"});
errors++;
}
if(data78 < 0 || isNaN(data78)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
if(!(validate37(data77.includeSubDomains, {instancePath:instancePath+"/hsts/includeSubDomains",parentData:data77,parentDataProperty:"includeSubDomains",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data77.preload, {instancePath:instancePath+"/hsts/preload",parentData:data77,parentDataProperty:"preload",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
let data81 = data.session;
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
if(data81.absoluteSeconds === undefined){
data81.absoluteSeconds = 1209600;
}
if(data81.idleSeconds === undefined){
data81.idleSeconds = 0;
}
if(data81.streamsCountAsActivity === undefined){
data81.streamsCountAsActivity = false;
}
if(data81.revocationCheckSeconds === undefined){
data81.revocationCheckSeconds = 300;
}
if(data81.expiredGraceSeconds === undefined){
data81.expiredGraceSeconds = 0;
}
if(data81.acquire === undefined){
data81.acquire = "auto";
}
if(data81.maxSignInAgeSeconds === undefined){
data81.maxSignInAgeSeconds = 900;
}
if(data81.requireVerifiedEmail === undefined){
data81.requireVerifiedEmail = false;
}
if(data81.visibleClaims === undefined){
data81.visibleClaims = null;
}
if(data81.signInProviders === undefined){
data81.signInProviders = null;
}
if(data81.signInsPerMinute === undefined){
data81.signInsPerMinute = 300;
}
if(data81.cacheBytes === undefined){
data81.cacheBytes = 67108864;
}
for(const key15 in data81){
if(!(func2.call(schema6.properties.session.properties, key15))){
(vErrors ??= []).push({instancePath:instancePath+"/session",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties"});
errors++;
}
}
let data82 = data81.absoluteSeconds;
if(!(((typeof data82 == "number") && (!(data82 % 1) && !isNaN(data82))) && (isFinite(data82)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data82 == "number") && (isFinite(data82))){
if(data82 > 31536000 || isNaN(data82)){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000"});
errors++;
}
if(data82 < 60 || isNaN(data82)){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
if(!(validate57(data81.idleSeconds, {instancePath:instancePath+"/session/idleSeconds",parentData:data81,parentDataProperty:"idleSeconds",rootData}))){
(vErrors ??= []).push(...validate57.errors);
errors = vErrors.length;
}
if(!(validate37(data81.streamsCountAsActivity, {instancePath:instancePath+"/session/streamsCountAsActivity",parentData:data81,parentDataProperty:"streamsCountAsActivity",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate169(data81.revocationCheckSeconds, {instancePath:instancePath+"/session/revocationCheckSeconds",parentData:data81,parentDataProperty:"revocationCheckSeconds",rootData}))){
(vErrors ??= []).push(...validate169.errors);
errors = vErrors.length;
}
if(!(validate169(data81.expiredGraceSeconds, {instancePath:instancePath+"/session/expiredGraceSeconds",parentData:data81,parentDataProperty:"expiredGraceSeconds",rootData}))){
(vErrors ??= []).push(...validate169.errors);
errors = vErrors.length;
}
let data87 = data81.acquire;
if(!(((data87 === "auto") || (data87 === "exchange")) || (data87 === "handover"))){
(vErrors ??= []).push({instancePath:instancePath+"/session/acquire",keyword:"enum",params:{allowedValues: schema6.properties.session.properties.acquire.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data88 = data81.maxSignInAgeSeconds;
if(!(((typeof data88 == "number") && (!(data88 % 1) && !isNaN(data88))) && (isFinite(data88)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data88 == "number") && (isFinite(data88))){
if(data88 > 86400 || isNaN(data88)){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"});
errors++;
}
if(data88 < 60 || isNaN(data88)){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
if(!(validate37(data81.requireVerifiedEmail, {instancePath:instancePath+"/session/requireVerifiedEmail",parentData:data81,parentDataProperty:"requireVerifiedEmail",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data90 = data81.visibleClaims;
if(((!(Array.isArray(data90))) && (typeof data90 !== "string")) && (data90 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/session/visibleClaims",keyword:"type",params:{type: schema6.properties.session.properties.visibleClaims.type},message:"must be array,string,null"});
errors++;
}
if(typeof data90 === "string"){
if(!pattern26.test(data90)){
(vErrors ??= []).push({instancePath:instancePath+"/session/visibleClaims",keyword:"pattern",params:{pattern: "^all$"},message:"must match pattern \""+"^all$"+"\""});
errors++;
}
}
if(Array.isArray(data90)){
const len4 = data90.length;
for(let i5=0; i5<len4; i5++){
if(!(validate29(data90[i5], {instancePath:instancePath+"/session/visibleClaims/" + i5,parentData:data90,parentDataProperty:i5,rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
}
}
let data92 = data81.signInProviders;
if((!(Array.isArray(data92))) && (data92 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders",keyword:"type",params:{type: schema6.properties.session.properties.signInProviders.type},message:"must be array,null"});
errors++;
}
if(Array.isArray(data92)){
if(data92.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len5 = data92.length;
for(let i6=0; i6<len5; i6++){
let data93 = data92[i6];
if(typeof data93 === "string"){
if(func3(data93) > 128){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"});
errors++;
}
if(func3(data93) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i7 = data92.length;
let j1;
if(i7 > 1){
const indices1 = {};
for(;i7--;){
let item1 = data92[i7];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders",keyword:"uniqueItems",params:{i: i7, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i7+" are identical)"});
errors++;
break;
}
indices1[item1] = i7;
}
}
}
if(!(validate61(data81.signInsPerMinute, {instancePath:instancePath+"/session/signInsPerMinute",parentData:data81,parentDataProperty:"signInsPerMinute",rootData}))){
(vErrors ??= []).push(...validate61.errors);
errors = vErrors.length;
}
let data95 = data81.cacheBytes;
if(!(((typeof data95 == "number") && (!(data95 % 1) && !isNaN(data95))) && (isFinite(data95)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data95 == "number") && (isFinite(data95))){
if(data95 > 17179869184 || isNaN(data95)){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"maximum",params:{comparison: "<=", limit: 17179869184},message:"must be <= 17179869184"});
errors++;
}
if(data95 < 1048576 || isNaN(data95)){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/session",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data96 = data.store;
if((!(data96 && typeof data96 == "object" && !Array.isArray(data96))) && (data96 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/store",keyword:"type",params:{type: schema6.properties.store.type},message:"must be object,null"});
errors++;
}
if(data96 && typeof data96 == "object" && !Array.isArray(data96)){
if(data96.url === undefined){
data96.url = null;
}
if(data96.urlFile === undefined){
data96.urlFile = null;
}
if(data96.passwordFile === undefined){
data96.passwordFile = null;
}
if(data96.prefix === undefined){
data96.prefix = "gatehouse";
}
if(data96.timeoutMs === undefined){
data96.timeoutMs = 250;
}
if(data96.caFile === undefined){
data96.caFile = null;
}
for(const key16 in data96){
if(!((((((key16 === "url") || (key16 === "urlFile")) || (key16 === "passwordFile")) || (key16 === "prefix")) || (key16 === "timeoutMs")) || (key16 === "caFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/store",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data96.url, {instancePath:instancePath+"/store/url",parentData:data96,parentDataProperty:"url",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data96.urlFile, {instancePath:instancePath+"/store/urlFile",parentData:data96,parentDataProperty:"urlFile",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data96.passwordFile, {instancePath:instancePath+"/store/passwordFile",parentData:data96,parentDataProperty:"passwordFile",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data100 = data96.prefix;
if(typeof data100 === "string"){
if(!pattern27.test(data100)){
(vErrors ??= []).push({instancePath:instancePath+"/store/prefix",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_.:-]{1,64}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/store/prefix",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
let data101 = data96.timeoutMs;
if(!(((typeof data101 == "number") && (!(data101 % 1) && !isNaN(data101))) && (isFinite(data101)))){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data101 == "number") && (isFinite(data101))){
if(data101 > 5000 || isNaN(data101)){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"maximum",params:{comparison: "<=", limit: 5000},message:"must be <= 5000"});
errors++;
}
if(data101 < 10 || isNaN(data101)){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"minimum",params:{comparison: ">=", limit: 10},message:"must be >= 10"});
errors++;
}
}
if(!(validate35(data96.caFile, {instancePath:instancePath+"/store/caFile",parentData:data96,parentDataProperty:"caFile",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
let data103 = data.logout;
if(data103 && typeof data103 == "object" && !Array.isArray(data103)){
if(data103.clearSiteData === undefined){
data103.clearSiteData = [];
}
for(const key17 in data103){
if(!(key17 === "clearSiteData")){
(vErrors ??= []).push({instancePath:instancePath+"/logout",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties"});
errors++;
}
}
let data104 = data103.clearSiteData;
if(Array.isArray(data104)){
const len6 = data104.length;
for(let i8=0; i8<len6; i8++){
let data105 = data104[i8];
if(!((data105 === "cache") || (data105 === "storage"))){
(vErrors ??= []).push({instancePath:instancePath+"/logout/clearSiteData/" + i8,keyword:"enum",params:{allowedValues: schema6.properties.logout.properties.clearSiteData.items.enum},message:"must be equal to one of the allowed values"});
errors++;
}
}
let i9 = data104.length;
let j2;
if(i9 > 1){
outer0:
for(;i9--;){
for(j2 = i9; j2--;){
if(func0(data104[i9], data104[j2])){
(vErrors ??= []).push({instancePath:instancePath+"/logout/clearSiteData",keyword:"uniqueItems",params:{i: i9, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i9+" are identical)"});
errors++;
break outer0;
}
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/logout/clearSiteData",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/logout",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data106 = data.paths;
if(data106 && typeof data106 == "object" && !Array.isArray(data106)){
if(data106.login === undefined){
data106.login = "/login";
}
if(data106.logout === undefined){
data106.logout = "/logout";
}
if(data106.account === undefined){
data106.account = "/account";
}
if(data106.refresh === undefined){
data106.refresh = "/_auth/refresh";
}
if(data106.session === undefined){
data106.session = "/_auth/session";
}
if(data106.verify === undefined){
data106.verify = "/_auth/verify";
}
if(data106.home === undefined){
data106.home = "/";
}
for(const key18 in data106){
if(!(((((((key18 === "login") || (key18 === "logout")) || (key18 === "account")) || (key18 === "refresh")) || (key18 === "session")) || (key18 === "verify")) || (key18 === "home"))){
(vErrors ??= []).push({instancePath:instancePath+"/paths",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate179(data106.login, {instancePath:instancePath+"/paths/login",parentData:data106,parentDataProperty:"login",rootData}))){
(vErrors ??= []).push(...validate179.errors);
errors = vErrors.length;
}
if(!(validate179(data106.logout, {instancePath:instancePath+"/paths/logout",parentData:data106,parentDataProperty:"logout",rootData}))){
(vErrors ??= []).push(...validate179.errors);
errors = vErrors.length;
}
if(!(validate179(data106.account, {instancePath:instancePath+"/paths/account",parentData:data106,parentDataProperty:"account",rootData}))){
(vErrors ??= []).push(...validate179.errors);
errors = vErrors.length;
}
if(!(validate179(data106.refresh, {instancePath:instancePath+"/paths/refresh",parentData:data106,parentDataProperty:"refresh",rootData}))){
(vErrors ??= []).push(...validate179.errors);
errors = vErrors.length;
}
if(!(validate179(data106.session, {instancePath:instancePath+"/paths/session",parentData:data106,parentDataProperty:"session",rootData}))){
(vErrors ??= []).push(...validate179.errors);
errors = vErrors.length;
}
if(!(validate179(data106.verify, {instancePath:instancePath+"/paths/verify",parentData:data106,parentDataProperty:"verify",rootData}))){
(vErrors ??= []).push(...validate179.errors);
errors = vErrors.length;
}
if(!(validate179(data106.home, {instancePath:instancePath+"/paths/home",parentData:data106,parentDataProperty:"home",rootData}))){
(vErrors ??= []).push(...validate179.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/paths",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data114 = data.redirectParameter;
if(typeof data114 === "string"){
if(!pattern24.test(data114)){
(vErrors ??= []).push({instancePath:instancePath+"/redirectParameter",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/redirectParameter",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate92(data.identityHeaders, {instancePath:instancePath+"/identityHeaders",parentData:data,parentDataProperty:"identityHeaders",rootData}))){
(vErrors ??= []).push(...validate92.errors);
errors = vErrors.length;
}
if(!(validate70(data.access, {instancePath:instancePath+"/access",parentData:data,parentDataProperty:"access",rootData}))){
(vErrors ??= []).push(...validate70.errors);
errors = vErrors.length;
}
if(!(validate95(data.cors, {instancePath:instancePath+"/cors",parentData:data,parentDataProperty:"cors",rootData}))){
(vErrors ??= []).push(...validate95.errors);
errors = vErrors.length;
}
let data118 = data.keepForms;
if(data118 && typeof data118 == "object" && !Array.isArray(data118)){
if(data118.enabled === undefined){
data118.enabled = false;
}
if(data118.maxBytes === undefined){
data118.maxBytes = 65536;
}
for(const key19 in data118){
if(!((key19 === "enabled") || (key19 === "maxBytes"))){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data118.enabled, {instancePath:instancePath+"/keepForms/enabled",parentData:data118,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data120 = data118.maxBytes;
if(!(((typeof data120 == "number") && (!(data120 % 1) && !isNaN(data120))) && (isFinite(data120)))){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data120 == "number") && (isFinite(data120))){
if(data120 > 1048576 || isNaN(data120)){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576"});
errors++;
}
if(data120 < 1024 || isNaN(data120)){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"minimum",params:{comparison: ">=", limit: 1024},message:"must be >= 1024"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/keepForms",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data121 = data.bearer;
if(Array.isArray(data121)){
const len7 = data121.length;
for(let i10=0; i10<len7; i10++){
let data122 = data121[i10];
if(data122 && typeof data122 == "object" && !Array.isArray(data122)){
if(data122.claims === undefined){
data122.claims = {};
}
if(data122.jwksUri === undefined){
data122.jwksUri = null;
}
if(data122.headers === undefined){
data122.headers = [];
}
if(data122.applications === undefined){
data122.applications = [];
}
if(data122.issuer === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "issuer"},message:"must have required property '"+"issuer"+"'"});
errors++;
}
if(data122.audiences === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "audiences"},message:"must have required property '"+"audiences"+"'"});
errors++;
}
for(const key20 in data122){
if(!((((((key20 === "issuer") || (key20 === "audiences")) || (key20 === "claims")) || (key20 === "jwksUri")) || (key20 === "headers")) || (key20 === "applications"))){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties"});
errors++;
}
}
if(data122.issuer !== undefined){
let data123 = data122.issuer;
if(typeof data123 === "string"){
if(func3(data123) > 500){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"});
errors++;
}
if(!pattern30.test(data123)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"pattern",params:{pattern: "^https?://[^@?#\\s]+$"},message:"must match pattern \""+"^https?://[^@?#\\s]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data122.audiences !== undefined){
let data124 = data122.audiences;
if(Array.isArray(data124)){
if(data124.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len8 = data124.length;
for(let i11=0; i11<len8; i11++){
let data125 = data124[i11];
if(typeof data125 === "string"){
if(func3(data125) > 500){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences/" + i11,keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"});
errors++;
}
if(func3(data125) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences/" + i11,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences/" + i11,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
let data126 = data122.claims;
if(data126 && typeof data126 == "object" && !Array.isArray(data126)){
for(const key21 in data126){
if(pattern31.test(key21)){
let data127 = data126[key21];
if(Array.isArray(data127)){
if(data127.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims/" + key21.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len9 = data127.length;
for(let i12=0; i12<len9; i12++){
if(!(validate22(data127[i12], {instancePath:instancePath+"/bearer/" + i10+"/claims/" + key21.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i12,parentData:data127,parentDataProperty:i12,rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims/" + key21.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data129 = data122.jwksUri;
if((typeof data129 !== "string") && (data129 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/jwksUri",keyword:"type",params:{type: schema6.properties.bearer.items.properties.jwksUri.type},message:"must be string,null"});
errors++;
}
if(typeof data129 === "string"){
if(!pattern32.test(data129)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/jwksUri",keyword:"pattern",params:{pattern: "^https?://[^@#\\s]+$"},message:"must match pattern \""+"^https?://[^@#\\s]+$"+"\""});
errors++;
}
}
if(!(validate51(data122.headers, {instancePath:instancePath+"/bearer/" + i10+"/headers",parentData:data122,parentDataProperty:"headers",rootData}))){
(vErrors ??= []).push(...validate51.errors);
errors = vErrors.length;
}
let data131 = data122.applications;
if(Array.isArray(data131)){
const len10 = data131.length;
for(let i13=0; i13<len10; i13++){
if(!(validate64(data131[i13], {instancePath:instancePath+"/bearer/" + i10+"/applications/" + i13,parentData:data131,parentDataProperty:i13,rootData}))){
(vErrors ??= []).push(...validate64.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/applications",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
if(!(validate37(data.passUnknownBearer, {instancePath:instancePath+"/passUnknownBearer",parentData:data,parentDataProperty:"passUnknownBearer",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data134 = data.login;
if(data134 && typeof data134 == "object" && !Array.isArray(data134)){
if(data134.methods === undefined){
data134.methods = {};
}
if(data134.passkeys === undefined){
data134.passkeys = {};
}
if(data134.remember === undefined){
data134.remember = "always";
}
if(data134.lastUsed === undefined){
data134.lastUsed = true;
}
if(data134.providers === undefined){
data134.providers = [];
}
if(data134.federated === undefined){
data134.federated = {};
}
if(data134.mfa === undefined){
data134.mfa = {};
}
if(data134.tenants === undefined){
data134.tenants = {};
}
if(data134.brand === undefined){
data134.brand = {};
}
if(data134.theme === undefined){
data134.theme = {};
}
if(data134.links === undefined){
data134.links = {};
}
if(data134.destinations === undefined){
data134.destinations = {};
}
if(data134.hosts === undefined){
data134.hosts = {};
}
if(data134.locales === undefined){
data134.locales = {};
}
if(data134.security === undefined){
data134.security = {};
}
if(data134.emulator === undefined){
data134.emulator = null;
}
for(const key22 in data134){
if(!(func2.call(schema6.properties.login.properties, key22))){
(vErrors ??= []).push({instancePath:instancePath+"/login",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties"});
errors++;
}
}
let data135 = data134.methods;
if(data135 && typeof data135 == "object" && !Array.isArray(data135)){
if(data135.password === undefined){
data135.password = true;
}
if(data135.emailLink === undefined){
data135.emailLink = false;
}
if(data135.phone === undefined){
data135.phone = false;
}
if(data135.passkey === undefined){
data135.passkey = "off";
}
if(data135.signup === undefined){
data135.signup = false;
}
if(data135.askName === undefined){
data135.askName = false;
}
for(const key23 in data135){
if(!((((((key23 === "password") || (key23 === "emailLink")) || (key23 === "phone")) || (key23 === "passkey")) || (key23 === "signup")) || (key23 === "askName"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/methods",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data135.password, {instancePath:instancePath+"/login/methods/password",parentData:data135,parentDataProperty:"password",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data135.emailLink, {instancePath:instancePath+"/login/methods/emailLink",parentData:data135,parentDataProperty:"emailLink",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data135.phone, {instancePath:instancePath+"/login/methods/phone",parentData:data135,parentDataProperty:"phone",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data139 = data135.passkey;
if(!(((data139 === "off") || (data139 === "button")) || (data139 === "autofill"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/methods/passkey",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.methods.properties.passkey.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate37(data135.signup, {instancePath:instancePath+"/login/methods/signup",parentData:data135,parentDataProperty:"signup",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data135.askName, {instancePath:instancePath+"/login/methods/askName",parentData:data135,parentDataProperty:"askName",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/methods",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data142 = data134.passkeys;
if(data142 && typeof data142 == "object" && !Array.isArray(data142)){
if(data142.relyingPartyId === undefined){
data142.relyingPartyId = null;
}
if(data142.offerAfterSignIn === undefined){
data142.offerAfterSignIn = false;
}
if(data142.countsAsSecondFactor === undefined){
data142.countsAsSecondFactor = false;
}
for(const key24 in data142){
if(!(((key24 === "relyingPartyId") || (key24 === "offerAfterSignIn")) || (key24 === "countsAsSecondFactor"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/passkeys",keyword:"additionalProperties",params:{additionalProperty: key24},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate48(data142.relyingPartyId, {instancePath:instancePath+"/login/passkeys/relyingPartyId",parentData:data142,parentDataProperty:"relyingPartyId",rootData}))){
(vErrors ??= []).push(...validate48.errors);
errors = vErrors.length;
}
if(!(validate37(data142.offerAfterSignIn, {instancePath:instancePath+"/login/passkeys/offerAfterSignIn",parentData:data142,parentDataProperty:"offerAfterSignIn",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data142.countsAsSecondFactor, {instancePath:instancePath+"/login/passkeys/countsAsSecondFactor",parentData:data142,parentDataProperty:"countsAsSecondFactor",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/passkeys",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data146 = data134.remember;
if(!(((data146 === "always") || (data146 === "ask")) || (data146 === "never"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/remember",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.remember.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate37(data134.lastUsed, {instancePath:instancePath+"/login/lastUsed",parentData:data134,parentDataProperty:"lastUsed",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data148 = data134.providers;
if(Array.isArray(data148)){
const len11 = data148.length;
for(let i14=0; i14<len11; i14++){
let data149 = data148[i14];
if(data149 && typeof data149 == "object" && !Array.isArray(data149)){
if(data149.icon === undefined){
data149.icon = null;
}
if(data149.scopes === undefined){
data149.scopes = [];
}
if(data149.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"});
errors++;
}
for(const key25 in data149){
if(!(((((key25 === "id") || (key25 === "name")) || (key25 === "icon")) || (key25 === "scopes")) || (key25 === "params"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14,keyword:"additionalProperties",params:{additionalProperty: key25},message:"must NOT have additional properties"});
errors++;
}
}
if(data149.id !== undefined){
let data150 = data149.id;
if(typeof data150 === "string"){
if(!pattern33.test(data150)){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/id",keyword:"pattern",params:{pattern: "^[a-z0-9][A-Za-z0-9._-]{0,127}$"},message:"must match pattern \""+"^[a-z0-9][A-Za-z0-9._-]{0,127}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/id",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data149.name !== undefined){
let data151 = data149.name;
if(typeof data151 === "string"){
if(func3(data151) > 60){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"});
errors++;
}
if(!pattern12.test(data151)){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(!(validate103(data149.icon, {instancePath:instancePath+"/login/providers/" + i14+"/icon",parentData:data149,parentDataProperty:"icon",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
if(!(validate39(data149.scopes, {instancePath:instancePath+"/login/providers/" + i14+"/scopes",parentData:data149,parentDataProperty:"scopes",rootData}))){
(vErrors ??= []).push(...validate39.errors);
errors = vErrors.length;
}
if(data149.params !== undefined){
let data154 = data149.params;
if(data154 && typeof data154 == "object" && !Array.isArray(data154)){
for(const key26 in data154){
if(pattern31.test(key26)){
if(!(validate22(data154[key26], {instancePath:instancePath+"/login/providers/" + i14+"/params/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data154,parentDataProperty:key26,rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/params",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
let data156 = data134.federated;
if(data156 && typeof data156 == "object" && !Array.isArray(data156)){
if(data156.mode === undefined){
data156.mode = "auto";
}
if(data156.helper === undefined){
data156.helper = "proxy";
}
if(data156.helperUrl === undefined){
data156.helperUrl = null;
}
if(data156.redirectHosts === undefined){
data156.redirectHosts = [];
}
for(const key27 in data156){
if(!((((key27 === "mode") || (key27 === "helper")) || (key27 === "helperUrl")) || (key27 === "redirectHosts"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated",keyword:"additionalProperties",params:{additionalProperty: key27},message:"must NOT have additional properties"});
errors++;
}
}
let data157 = data156.mode;
if(!(((data157 === "auto") || (data157 === "redirect")) || (data157 === "popup"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/mode",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.federated.properties.mode.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data158 = data156.helper;
if(!((data158 === "proxy") || (data158 === "firebaseapp"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helper",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.federated.properties.helper.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data159 = data156.helperUrl;
if((typeof data159 !== "string") && (data159 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helperUrl",keyword:"type",params:{type: schema6.properties.login.properties.federated.properties.helperUrl.type},message:"must be string,null"});
errors++;
}
if(typeof data159 === "string"){
if(!pattern0.test(data159)){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helperUrl",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\""});
errors++;
}
}
let data160 = data156.redirectHosts;
if(Array.isArray(data160)){
const len12 = data160.length;
for(let i15=0; i15<len12; i15++){
let data161 = data160[i15];
if(typeof data161 === "string"){
if(!pattern3.test(data161)){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/redirectHosts/" + i15,keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/redirectHosts/" + i15,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/redirectHosts",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/federated",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data162 = data134.mfa;
if(data162 && typeof data162 == "object" && !Array.isArray(data162)){
if(data162.totp === undefined){
data162.totp = "optional";
}
if(data162.sms === undefined){
data162.sms = false;
}
if(data162.issuer === undefined){
data162.issuer = null;
}
for(const key28 in data162){
if(!(((key28 === "totp") || (key28 === "sms")) || (key28 === "issuer"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa",keyword:"additionalProperties",params:{additionalProperty: key28},message:"must NOT have additional properties"});
errors++;
}
}
let data163 = data162.totp;
if(!(((data163 === "off") || (data163 === "optional")) || (data163 === "required"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/totp",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.mfa.properties.totp.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate37(data162.sms, {instancePath:instancePath+"/login/mfa/sms",parentData:data162,parentDataProperty:"sms",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data165 = data162.issuer;
if((typeof data165 !== "string") && (data165 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"type",params:{type: schema6.properties.login.properties.mfa.properties.issuer.type},message:"must be string,null"});
errors++;
}
if(typeof data165 === "string"){
if(func3(data165) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
if(!pattern38.test(data165)){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"pattern",params:{pattern: "^[^:]+$"},message:"must match pattern \""+"^[^:]+$"+"\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data166 = data134.tenants;
if(data166 && typeof data166 == "object" && !Array.isArray(data166)){
if(data166.byHost === undefined){
data166.byHost = {};
}
if(data166.byEmailDomain === undefined){
data166.byEmailDomain = {};
}
if(data166.choose === undefined){
data166.choose = [];
}
for(const key29 in data166){
if(!(((key29 === "byHost") || (key29 === "byEmailDomain")) || (key29 === "choose"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants",keyword:"additionalProperties",params:{additionalProperty: key29},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate208(data166.byHost, {instancePath:instancePath+"/login/tenants/byHost",parentData:data166,parentDataProperty:"byHost",rootData}))){
(vErrors ??= []).push(...validate208.errors);
errors = vErrors.length;
}
if(!(validate208(data166.byEmailDomain, {instancePath:instancePath+"/login/tenants/byEmailDomain",parentData:data166,parentDataProperty:"byEmailDomain",rootData}))){
(vErrors ??= []).push(...validate208.errors);
errors = vErrors.length;
}
let data169 = data166.choose;
if(Array.isArray(data169)){
const len13 = data169.length;
for(let i16=0; i16<len13; i16++){
let data170 = data169[i16];
if(data170 && typeof data170 == "object" && !Array.isArray(data170)){
if(data170.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"});
errors++;
}
if(data170.name === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16,keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"});
errors++;
}
for(const key30 in data170){
if(!((key30 === "id") || (key30 === "name"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16,keyword:"additionalProperties",params:{additionalProperty: key30},message:"must NOT have additional properties"});
errors++;
}
}
if(data170.id !== undefined){
if(!(validate148(data170.id, {instancePath:instancePath+"/login/tenants/choose/" + i16+"/id",parentData:data170,parentDataProperty:"id",rootData}))){
(vErrors ??= []).push(...validate148.errors);
errors = vErrors.length;
}
}
if(data170.name !== undefined){
let data172 = data170.name;
if(typeof data172 === "string"){
if(!pattern12.test(data172)){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16+"/name",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16+"/name",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data173 = data134.brand;
if(data173 && typeof data173 == "object" && !Array.isArray(data173)){
if(data173.name === undefined){
data173.name = "Gatehouse";
}
if(data173.logo === undefined){
data173.logo = null;
}
if(data173.logoDark === undefined){
data173.logoDark = null;
}
if(data173.favicon === undefined){
data173.favicon = null;
}
if(data173.background === undefined){
data173.background = null;
}
for(const key31 in data173){
if(!(((((key31 === "name") || (key31 === "logo")) || (key31 === "logoDark")) || (key31 === "favicon")) || (key31 === "background"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/brand",keyword:"additionalProperties",params:{additionalProperty: key31},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate101(data173.name, {instancePath:instancePath+"/login/brand/name",parentData:data173,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
if(!(validate103(data173.logo, {instancePath:instancePath+"/login/brand/logo",parentData:data173,parentDataProperty:"logo",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
if(!(validate103(data173.logoDark, {instancePath:instancePath+"/login/brand/logoDark",parentData:data173,parentDataProperty:"logoDark",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
if(!(validate103(data173.favicon, {instancePath:instancePath+"/login/brand/favicon",parentData:data173,parentDataProperty:"favicon",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
if(!(validate103(data173.background, {instancePath:instancePath+"/login/brand/background",parentData:data173,parentDataProperty:"background",rootData}))){
(vErrors ??= []).push(...validate103.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/brand",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data179 = data134.theme;
if(data179 && typeof data179 == "object" && !Array.isArray(data179)){
if(data179.preset === undefined){
data179.preset = null;
}
if(data179.accent === undefined){
data179.accent = null;
}
if(data179.accentDark === undefined){
data179.accentDark = null;
}
if(data179.mode === undefined){
data179.mode = "auto";
}
if(data179.layout === undefined){
data179.layout = null;
}
if(data179.alignment === undefined){
data179.alignment = null;
}
if(data179.buttons === undefined){
data179.buttons = null;
}
if(data179.radius === undefined){
data179.radius = null;
}
if(data179.font === undefined){
data179.font = "system";
}
if(data179.fontFile === undefined){
data179.fontFile = null;
}
if(data179.cssFile === undefined){
data179.cssFile = null;
}
for(const key32 in data179){
if(!(func2.call(schema6.properties.login.properties.theme.properties, key32))){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme",keyword:"additionalProperties",params:{additionalProperty: key32},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate110(data179.preset, {instancePath:instancePath+"/login/theme/preset",parentData:data179,parentDataProperty:"preset",rootData}))){
(vErrors ??= []).push(...validate110.errors);
errors = vErrors.length;
}
if(!(validate112(data179.accent, {instancePath:instancePath+"/login/theme/accent",parentData:data179,parentDataProperty:"accent",rootData}))){
(vErrors ??= []).push(...validate112.errors);
errors = vErrors.length;
}
if(!(validate112(data179.accentDark, {instancePath:instancePath+"/login/theme/accentDark",parentData:data179,parentDataProperty:"accentDark",rootData}))){
(vErrors ??= []).push(...validate112.errors);
errors = vErrors.length;
}
let data183 = data179.mode;
if(!(((data183 === "auto") || (data183 === "light")) || (data183 === "dark"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/mode",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.theme.properties.mode.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate115(data179.layout, {instancePath:instancePath+"/login/theme/layout",parentData:data179,parentDataProperty:"layout",rootData}))){
(vErrors ??= []).push(...validate115.errors);
errors = vErrors.length;
}
if(!(validate117(data179.alignment, {instancePath:instancePath+"/login/theme/alignment",parentData:data179,parentDataProperty:"alignment",rootData}))){
(vErrors ??= []).push(...validate117.errors);
errors = vErrors.length;
}
if(!(validate119(data179.buttons, {instancePath:instancePath+"/login/theme/buttons",parentData:data179,parentDataProperty:"buttons",rootData}))){
(vErrors ??= []).push(...validate119.errors);
errors = vErrors.length;
}
if(!(validate121(data179.radius, {instancePath:instancePath+"/login/theme/radius",parentData:data179,parentDataProperty:"radius",rootData}))){
(vErrors ??= []).push(...validate121.errors);
errors = vErrors.length;
}
let data188 = data179.font;
if(typeof data188 === "string"){
if(!pattern42.test(data188)){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/font",keyword:"pattern",params:{pattern: "^[A-Za-z0-9 ,'\"_-]{1,200}$"},message:"must match pattern \""+"^[A-Za-z0-9 ,'\"_-]{1,200}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/font",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate123(data179.fontFile, {instancePath:instancePath+"/login/theme/fontFile",parentData:data179,parentDataProperty:"fontFile",rootData}))){
(vErrors ??= []).push(...validate123.errors);
errors = vErrors.length;
}
if(!(validate35(data179.cssFile, {instancePath:instancePath+"/login/theme/cssFile",parentData:data179,parentDataProperty:"cssFile",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/theme",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data191 = data134.links;
if(data191 && typeof data191 == "object" && !Array.isArray(data191)){
if(data191.privacy === undefined){
data191.privacy = null;
}
if(data191.terms === undefined){
data191.terms = null;
}
if(data191.help === undefined){
data191.help = null;
}
if(data191.contact === undefined){
data191.contact = null;
}
for(const key33 in data191){
if(!((((key33 === "privacy") || (key33 === "terms")) || (key33 === "help")) || (key33 === "contact"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/links",keyword:"additionalProperties",params:{additionalProperty: key33},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate127(data191.privacy, {instancePath:instancePath+"/login/links/privacy",parentData:data191,parentDataProperty:"privacy",rootData}))){
(vErrors ??= []).push(...validate127.errors);
errors = vErrors.length;
}
if(!(validate127(data191.terms, {instancePath:instancePath+"/login/links/terms",parentData:data191,parentDataProperty:"terms",rootData}))){
(vErrors ??= []).push(...validate127.errors);
errors = vErrors.length;
}
if(!(validate127(data191.help, {instancePath:instancePath+"/login/links/help",parentData:data191,parentDataProperty:"help",rootData}))){
(vErrors ??= []).push(...validate127.errors);
errors = vErrors.length;
}
if(!(validate127(data191.contact, {instancePath:instancePath+"/login/links/contact",parentData:data191,parentDataProperty:"contact",rootData}))){
(vErrors ??= []).push(...validate127.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/links",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data196 = data134.destinations;
if(data196 && typeof data196 == "object" && !Array.isArray(data196)){
for(const key34 in data196){
if(!(pattern17.test(key34))){
(vErrors ??= []).push({instancePath:instancePath+"/login/destinations",keyword:"additionalProperties",params:{additionalProperty: key34},message:"must NOT have additional properties"});
errors++;
}
}
for(const key35 in data196){
if(pattern17.test(key35)){
if(!(validate134(data196[key35], {instancePath:instancePath+"/login/destinations/" + key35.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data196,parentDataProperty:key35,rootData}))){
(vErrors ??= []).push(...validate134.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/destinations",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data198 = data134.hosts;
if(data198 && typeof data198 == "object" && !Array.isArray(data198)){
for(const key36 in data198){
if(!(pattern3.test(key36))){
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts",keyword:"additionalProperties",params:{additionalProperty: key36},message:"must NOT have additional properties"});
errors++;
}
}
for(const key37 in data198){
if(pattern3.test(key37)){
let data199 = data198[key37];
if(data199 && typeof data199 == "object" && !Array.isArray(data199)){
for(const key38 in data199){
if(!((((key38 === "brand") || (key38 === "theme")) || (key38 === "links")) || (key38 === "destinations"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts/" + key37.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"additionalProperties",params:{additionalProperty: key38},message:"must NOT have additional properties"});
errors++;
}
}
if(data199.brand !== undefined){
if(!(validate100(data199.brand, {instancePath:instancePath+"/login/hosts/" + key37.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",parentData:data199,parentDataProperty:"brand",rootData}))){
(vErrors ??= []).push(...validate100.errors);
errors = vErrors.length;
}
}
if(data199.theme !== undefined){
if(!(validate109(data199.theme, {instancePath:instancePath+"/login/hosts/" + key37.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",parentData:data199,parentDataProperty:"theme",rootData}))){
(vErrors ??= []).push(...validate109.errors);
errors = vErrors.length;
}
}
if(data199.links !== undefined){
if(!(validate126(data199.links, {instancePath:instancePath+"/login/hosts/" + key37.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",parentData:data199,parentDataProperty:"links",rootData}))){
(vErrors ??= []).push(...validate126.errors);
errors = vErrors.length;
}
}
if(data199.destinations !== undefined){
if(!(validate133(data199.destinations, {instancePath:instancePath+"/login/hosts/" + key37.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations",parentData:data199,parentDataProperty:"destinations",rootData}))){
(vErrors ??= []).push(...validate133.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts/" + key37.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data204 = data134.locales;
if(data204 && typeof data204 == "object" && !Array.isArray(data204)){
if(data204.default === undefined){
data204.default = "en";
}
if(data204.enabled === undefined){
data204.enabled = ["en","de","fr","es","pt-BR","it","nl","pl","tr","ja","ko","zh-Hans","zh-Hant","ar","he"];
}
if(data204.overrides === undefined){
data204.overrides = {};
}
for(const key39 in data204){
if(!(((key39 === "default") || (key39 === "enabled")) || (key39 === "overrides"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales",keyword:"additionalProperties",params:{additionalProperty: key39},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate236(data204.default, {instancePath:instancePath+"/login/locales/default",parentData:data204,parentDataProperty:"default",rootData}))){
(vErrors ??= []).push(...validate236.errors);
errors = vErrors.length;
}
let data206 = data204.enabled;
if(Array.isArray(data206)){
if(data206.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len14 = data206.length;
for(let i17=0; i17<len14; i17++){
let data207 = data206[i17];
if(typeof data207 === "string"){
if(!pattern47.test(data207)){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled/" + i17,keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled/" + i17,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i18 = data206.length;
let j3;
if(i18 > 1){
const indices2 = {};
for(;i18--;){
let item2 = data206[i18];
if(typeof item2 !== "string"){
continue;
}
if(typeof indices2[item2] == "number"){
j3 = indices2[item2];
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"uniqueItems",params:{i: i18, j: j3},message:"must NOT have duplicate items (items ## "+j3+" and "+i18+" are identical)"});
errors++;
break;
}
indices2[item2] = i18;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
let data208 = data204.overrides;
if(data208 && typeof data208 == "object" && !Array.isArray(data208)){
for(const key40 in data208){
if(!(pattern47.test(key40))){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/overrides",keyword:"additionalProperties",params:{additionalProperty: key40},message:"must NOT have additional properties"});
errors++;
}
}
for(const key41 in data208){
if(pattern47.test(key41)){
let data209 = data208[key41];
if(data209 && typeof data209 == "object" && !Array.isArray(data209)){
for(const key42 in data209){
if(pattern31.test(key42)){
if(!(validate29(data209[key42], {instancePath:instancePath+"/login/locales/overrides/" + key41.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key42.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data209,parentDataProperty:key42,rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/overrides/" + key41.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/overrides",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data211 = data134.security;
if(data211 && typeof data211 == "object" && !Array.isArray(data211)){
if(data211.trustedTypes === undefined){
data211.trustedTypes = "auto";
}
if(data211.reportUri === undefined){
data211.reportUri = null;
}
if(data211.recaptcha === undefined){
data211.recaptcha = false;
}
for(const key43 in data211){
if(!(((key43 === "trustedTypes") || (key43 === "reportUri")) || (key43 === "recaptcha"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/security",keyword:"additionalProperties",params:{additionalProperty: key43},message:"must NOT have additional properties"});
errors++;
}
}
let data212 = data211.trustedTypes;
if(!((data212 === "auto") || (data212 === "off"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/trustedTypes",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.security.properties.trustedTypes.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data213 = data211.reportUri;
if((typeof data213 !== "string") && (data213 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/reportUri",keyword:"type",params:{type: schema6.properties.login.properties.security.properties.reportUri.type},message:"must be string,null"});
errors++;
}
if(typeof data213 === "string"){
if(!pattern52.test(data213)){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/reportUri",keyword:"pattern",params:{pattern: "^https://[^\\s;,'\"]+$"},message:"must match pattern \""+"^https://[^\\s;,'\"]+$"+"\""});
errors++;
}
}
if(!(validate37(data211.recaptcha, {instancePath:instancePath+"/login/security/recaptcha",parentData:data211,parentDataProperty:"recaptcha",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/security",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data215 = data134.emulator;
if((typeof data215 !== "string") && (data215 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/emulator",keyword:"type",params:{type: schema6.properties.login.properties.emulator.type},message:"must be string,null"});
errors++;
}
if(typeof data215 === "string"){
if(!pattern53.test(data215)){
(vErrors ??= []).push({instancePath:instancePath+"/login/emulator",keyword:"pattern",params:{pattern: "^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"+"\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data216 = data.account;
if(data216 && typeof data216 == "object" && !Array.isArray(data216)){
if(data216.enabled === undefined){
data216.enabled = false;
}
if(data216.name === undefined){
data216.name = true;
}
if(data216.password === undefined){
data216.password = true;
}
if(data216.email === undefined){
data216.email = true;
}
if(data216.providers === undefined){
data216.providers = true;
}
if(data216.secondStep === undefined){
data216.secondStep = true;
}
if(data216.passkeys === undefined){
data216.passkeys = true;
}
if(data216.export === undefined){
data216.export = true;
}
if(data216.delete === undefined){
data216.delete = false;
}
for(const key44 in data216){
if(!(func2.call(schema6.properties.account.properties, key44))){
(vErrors ??= []).push({instancePath:instancePath+"/account",keyword:"additionalProperties",params:{additionalProperty: key44},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data216.enabled, {instancePath:instancePath+"/account/enabled",parentData:data216,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data216.name, {instancePath:instancePath+"/account/name",parentData:data216,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data216.password, {instancePath:instancePath+"/account/password",parentData:data216,parentDataProperty:"password",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data216.email, {instancePath:instancePath+"/account/email",parentData:data216,parentDataProperty:"email",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data216.providers, {instancePath:instancePath+"/account/providers",parentData:data216,parentDataProperty:"providers",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data216.secondStep, {instancePath:instancePath+"/account/secondStep",parentData:data216,parentDataProperty:"secondStep",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data216.passkeys, {instancePath:instancePath+"/account/passkeys",parentData:data216,parentDataProperty:"passkeys",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data216.export, {instancePath:instancePath+"/account/export",parentData:data216,parentDataProperty:"export",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data216.delete, {instancePath:instancePath+"/account/delete",parentData:data216,parentDataProperty:"delete",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/account",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data226 = data.log;
if(data226 && typeof data226 == "object" && !Array.isArray(data226)){
if(data226.level === undefined){
data226.level = "info";
}
if(data226.format === undefined){
data226.format = "json";
}
if(data226.requests === undefined){
data226.requests = "all";
}
if(data226.sample === undefined){
data226.sample = 1;
}
if(data226.slowMs === undefined){
data226.slowMs = 5000;
}
for(const key45 in data226){
if(!(((((key45 === "level") || (key45 === "format")) || (key45 === "requests")) || (key45 === "sample")) || (key45 === "slowMs"))){
(vErrors ??= []).push({instancePath:instancePath+"/log",keyword:"additionalProperties",params:{additionalProperty: key45},message:"must NOT have additional properties"});
errors++;
}
}
let data227 = data226.level;
if(!(((((((data227 === "fatal") || (data227 === "error")) || (data227 === "warn")) || (data227 === "info")) || (data227 === "debug")) || (data227 === "trace")) || (data227 === "silent"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/level",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.level.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data228 = data226.format;
if(!((data228 === "json") || (data228 === "text"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/format",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.format.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data229 = data226.requests;
if(!(((data229 === "all") || (data229 === "refused")) || (data229 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/requests",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.requests.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data230 = data226.sample;
if((typeof data230 == "number") && (isFinite(data230))){
if(data230 > 1 || isNaN(data230)){
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"});
errors++;
}
if(data230 < 0 || isNaN(data230)){
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"type",params:{type: "number"},message:"must be number"});
errors++;
}
let data231 = data226.slowMs;
if(!(((typeof data231 == "number") && (!(data231 % 1) && !isNaN(data231))) && (isFinite(data231)))){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data231 == "number") && (isFinite(data231))){
if(data231 > 3600000 || isNaN(data231)){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000"});
errors++;
}
if(data231 < 1 || isNaN(data231)){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/log",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data232 = data.audit;
if(data232 && typeof data232 == "object" && !Array.isArray(data232)){
if(data232.to === undefined){
data232.to = "stdout";
}
if(data232.format === undefined){
data232.format = "json";
}
if(data232.refreshes === undefined){
data232.refreshes = false;
}
for(const key46 in data232){
if(!(((key46 === "to") || (key46 === "format")) || (key46 === "refreshes"))){
(vErrors ??= []).push({instancePath:instancePath+"/audit",keyword:"additionalProperties",params:{additionalProperty: key46},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate29(data232.to, {instancePath:instancePath+"/audit/to",parentData:data232,parentDataProperty:"to",rootData}))){
(vErrors ??= []).push(...validate29.errors);
errors = vErrors.length;
}
let data234 = data232.format;
if(!((data234 === "json") || (data234 === "cloudevents"))){
(vErrors ??= []).push({instancePath:instancePath+"/audit/format",keyword:"enum",params:{allowedValues: schema6.properties.audit.properties.format.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate37(data232.refreshes, {instancePath:instancePath+"/audit/refreshes",parentData:data232,parentDataProperty:"refreshes",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/audit",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data236 = data.tracing;
if(data236 && typeof data236 == "object" && !Array.isArray(data236)){
if(data236.accept === undefined){
data236.accept = "trusted";
}
if(data236.paths === undefined){
data236.paths = false;
}
if(data236.subject === undefined){
data236.subject = false;
}
for(const key47 in data236){
if(!(((key47 === "accept") || (key47 === "paths")) || (key47 === "subject"))){
(vErrors ??= []).push({instancePath:instancePath+"/tracing",keyword:"additionalProperties",params:{additionalProperty: key47},message:"must NOT have additional properties"});
errors++;
}
}
let data237 = data236.accept;
if(!(((data237 === "trusted") || (data237 === "all")) || (data237 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/tracing/accept",keyword:"enum",params:{allowedValues: schema6.properties.tracing.properties.accept.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate37(data236.paths, {instancePath:instancePath+"/tracing/paths",parentData:data236,parentDataProperty:"paths",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate37(data236.subject, {instancePath:instancePath+"/tracing/subject",parentData:data236,parentDataProperty:"subject",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/tracing",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data240 = data.workers;
if((!(((typeof data240 == "number") && (!(data240 % 1) && !isNaN(data240))) && (isFinite(data240)))) && (typeof data240 !== "string")){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"type",params:{type: schema6.properties.workers.type},message:"must be integer,string"});
errors++;
}
if((typeof data240 == "number") && (isFinite(data240))){
if(data240 > 64 || isNaN(data240)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"maximum",params:{comparison: "<=", limit: 64},message:"must be <= 64"});
errors++;
}
if(data240 < 1 || isNaN(data240)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
if(typeof data240 === "string"){
if(!pattern54.test(data240)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"pattern",params:{pattern: "^auto$"},message:"must match pattern \""+"^auto$"+"\""});
errors++;
}
}
let data241 = data.reload;
if(data241 && typeof data241 == "object" && !Array.isArray(data241)){
if(data241.watch === undefined){
data241.watch = true;
}
if(data241.pollSeconds === undefined){
data241.pollSeconds = 10;
}
for(const key48 in data241){
if(!((key48 === "watch") || (key48 === "pollSeconds"))){
(vErrors ??= []).push({instancePath:instancePath+"/reload",keyword:"additionalProperties",params:{additionalProperty: key48},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data241.watch, {instancePath:instancePath+"/reload/watch",parentData:data241,parentDataProperty:"watch",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate254(data241.pollSeconds, {instancePath:instancePath+"/reload/pollSeconds",parentData:data241,parentDataProperty:"pollSeconds",rootData}))){
(vErrors ??= []).push(...validate254.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/reload",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data244 = data.shutdown;
if(data244 && typeof data244 == "object" && !Array.isArray(data244)){
if(data244.drainSeconds === undefined){
data244.drainSeconds = 0;
}
if(data244.graceSeconds === undefined){
data244.graceSeconds = 30;
}
for(const key49 in data244){
if(!((key49 === "drainSeconds") || (key49 === "graceSeconds"))){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown",keyword:"additionalProperties",params:{additionalProperty: key49},message:"must NOT have additional properties"});
errors++;
}
}
let data245 = data244.drainSeconds;
if(!(((typeof data245 == "number") && (!(data245 % 1) && !isNaN(data245))) && (isFinite(data245)))){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data245 == "number") && (isFinite(data245))){
if(data245 > 600 || isNaN(data245)){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600"});
errors++;
}
if(data245 < 0 || isNaN(data245)){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
if(!(validate254(data244.graceSeconds, {instancePath:instancePath+"/shutdown/graceSeconds",parentData:data244,parentDataProperty:"graceSeconds",rootData}))){
(vErrors ??= []).push(...validate254.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/shutdown",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

