// Made from gatehouse.schema.json by `npm run config:generate`. Do not edit.
"use strict";
module.exports = validate21;
module.exports.default = validate21;
const schema6 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["publicUrl","identityPlatform"],"properties":{"publicUrl":{"type":"string","pattern":"^https?://[^/@?#\\s]+/?$"},"listen":{"type":"object","required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8080},"unix":{"$ref":"#/definitions/shape3","default":null},"fd":{"type":["integer","null"],"default":null,"minimum":3,"maximum":1023},"tls":{"type":["object","null"],"required":["certFile","keyFile"],"properties":{"certFile":{"$ref":"#/definitions/shape4"},"keyFile":{"$ref":"#/definitions/shape4"}},"default":null,"additionalProperties":false}},"default":{},"additionalProperties":false},"management":{"type":"object","required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":9464},"tokenFile":{"$ref":"#/definitions/shape5","default":null}},"default":{},"additionalProperties":false},"metrics":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape6","default":true},"durationBuckets":{"type":"array","items":{"type":"number","exclusiveMinimum":0,"maximum":3600},"default":[0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30],"minItems":1,"maxItems":24}},"default":{},"additionalProperties":false},"trustedProxies":{"$ref":"#/definitions/shape7","default":[]},"upstream":{"type":["object","null"],"required":["url"],"properties":{"url":{"$ref":"#/definitions/shape8"},"unixSocket":{"$ref":"#/definitions/shape3","default":null},"caFile":{"$ref":"#/definitions/shape9","default":null},"certFile":{"$ref":"#/definitions/shape9","default":null},"keyFile":{"$ref":"#/definitions/shape9","default":null},"serverName":{"$ref":"#/definitions/shape10","default":null},"minTlsVersion":{"$ref":"#/definitions/shape11","default":"1.2"},"insecure":{"$ref":"#/definitions/shape6","default":false},"hostHeader":{"$ref":"#/definitions/shape12","default":"public"},"passHeaders":{"$ref":"#/definitions/shape13","default":[]},"sharedCaching":{"$ref":"#/definitions/shape6","default":false},"connectTimeoutMs":{"$ref":"#/definitions/shape14","default":5000},"headersTimeoutMs":{"$ref":"#/definitions/shape15","default":60000},"idleTimeoutMs":{"$ref":"#/definitions/shape16","default":0},"maxStreamSeconds":{"$ref":"#/definitions/shape17","default":0},"websocketCloseCode":{"$ref":"#/definitions/shape18","default":4401},"uploadIdleTimeoutMs":{"$ref":"#/definitions/shape15","default":60000},"maxBodyBytes":{"$ref":"#/definitions/shape19","default":0},"maxConnections":{"$ref":"#/definitions/shape20","default":0}},"default":null,"additionalProperties":false},"applications":{"type":"array","items":{"type":"object","required":["name","path","stripPath"],"properties":{"name":{"$ref":"#/definitions/shape21"},"host":{"$ref":"#/definitions/shape22"},"path":{"type":"string","default":"/*","pattern":"^/([^*?#\\s]+/)?\\*$"},"stripPath":{"$ref":"#/definitions/shape6","default":false},"upstream":{"type":["object","null"],"required":["url","unixSocket","caFile","certFile","keyFile","serverName","minTlsVersion","insecure","hostHeader","passHeaders","sharedCaching","connectTimeoutMs","headersTimeoutMs","idleTimeoutMs","maxStreamSeconds","websocketCloseCode","uploadIdleTimeoutMs","maxBodyBytes","maxConnections"],"properties":{"url":{"$ref":"#/definitions/shape8"},"unixSocket":{"$ref":"#/definitions/shape3","default":null},"caFile":{"$ref":"#/definitions/shape9","default":null},"certFile":{"$ref":"#/definitions/shape9","default":null},"keyFile":{"$ref":"#/definitions/shape9","default":null},"serverName":{"$ref":"#/definitions/shape10","default":null},"minTlsVersion":{"$ref":"#/definitions/shape11","default":"1.2"},"insecure":{"$ref":"#/definitions/shape6","default":false},"hostHeader":{"$ref":"#/definitions/shape12","default":"public"},"passHeaders":{"$ref":"#/definitions/shape13","default":[]},"sharedCaching":{"$ref":"#/definitions/shape6","default":false},"connectTimeoutMs":{"$ref":"#/definitions/shape14","default":5000},"headersTimeoutMs":{"$ref":"#/definitions/shape15","default":60000},"idleTimeoutMs":{"$ref":"#/definitions/shape16","default":0},"maxStreamSeconds":{"$ref":"#/definitions/shape17","default":0},"websocketCloseCode":{"$ref":"#/definitions/shape18","default":4401},"uploadIdleTimeoutMs":{"$ref":"#/definitions/shape15","default":60000},"maxBodyBytes":{"$ref":"#/definitions/shape19","default":0},"maxConnections":{"$ref":"#/definitions/shape20","default":0}},"additionalProperties":false},"access":{"type":"object","required":["default","rules"],"properties":{"default":{"$ref":"#/definitions/shape23","default":"signed-in"},"rules":{"$ref":"#/definitions/shape24","default":[]}},"additionalProperties":false},"identityHeaders":{"$ref":"#/definitions/shape25"},"cors":{"type":"object","required":["origins","credentials"],"properties":{"origins":{"$ref":"#/definitions/shape7","default":[]},"credentials":{"$ref":"#/definitions/shape6","default":false}},"additionalProperties":false},"login":{"type":"object","properties":{"brand":{"$ref":"#/definitions/shape26"},"theme":{"$ref":"#/definitions/shape29"},"links":{"$ref":"#/definitions/shape37"},"destinations":{"$ref":"#/definitions/shape39"},"providers":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"uniqueItems":true},"tenant":{"type":["string","null"],"pattern":"^[A-Za-z0-9-]+$"}},"additionalProperties":false}},"additionalProperties":false},"default":[]},"forwardAuth":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape6","default":false},"listen":{"$ref":"#/definitions/shape41","default":null},"grpc":{"$ref":"#/definitions/shape41","default":null},"trustedProxies":{"type":["array","null"],"items":{"$ref":"#/definitions/shape4"},"default":null},"origins":{"$ref":"#/definitions/shape7","default":[]}},"default":{},"additionalProperties":false},"identityPlatform":{"type":"object","required":["projectId"],"properties":{"projectId":{"type":"string","pattern":"^[a-z0-9][a-z0-9:.-]*$","maxLength":64},"apiKey":{"$ref":"#/definitions/shape1","default":""},"apiKeyFile":{"$ref":"#/definitions/shape5","default":null},"tenantId":{"$ref":"#/definitions/shape9","default":null},"tenants":{"type":"object","patternProperties":{"^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$":{"$ref":"#/definitions/shape42"}},"default":{},"additionalProperties":false},"credentials":{"$ref":"#/definitions/shape1","default":""},"credentialsFile":{"$ref":"#/definitions/shape5","default":null},"serviceAccountEmail":{"type":["string","null"],"default":null,"pattern":"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},"authDomain":{"$ref":"#/definitions/shape5","default":null},"allowAnonymous":{"$ref":"#/definitions/shape6","default":false},"emulatorHost":{"$ref":"#/definitions/shape5","default":null},"emulatorAnywhere":{"$ref":"#/definitions/shape6","default":false},"endpoints":{"type":"object","required":[],"properties":{"identityToolkit":{"$ref":"#/definitions/shape1","default":"https://identitytoolkit.googleapis.com"},"secureToken":{"$ref":"#/definitions/shape1","default":"https://securetoken.googleapis.com"},"certificates":{"$ref":"#/definitions/shape1","default":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"},"oauthToken":{"$ref":"#/definitions/shape1","default":"https://oauth2.googleapis.com/token"},"sts":{"$ref":"#/definitions/shape1","default":"https://sts.googleapis.com/v1/token"},"iamCredentials":{"$ref":"#/definitions/shape1","default":"https://iamcredentials.googleapis.com"}},"default":{},"additionalProperties":false}},"default":{},"additionalProperties":false},"cookie":{"type":"object","required":[],"properties":{"name":{"type":["string","null"],"default":null,"pattern":"^[A-Za-z0-9_-]{1,64}$"},"allowPlainName":{"$ref":"#/definitions/shape6","default":false},"domain":{"type":["string","null"],"default":null,"pattern":"^[a-z0-9.-]+$"},"sameSite":{"enum":["lax","strict","none"],"default":"lax"},"signatureKeys":{"$ref":"#/definitions/shape7","default":[]},"signatureKeysFile":{"$ref":"#/definitions/shape5","default":null}},"default":{},"additionalProperties":false},"hsts":{"type":["object","null"],"required":[],"properties":{"maxAgeSeconds":{"type":"integer","default":31536000,"minimum":0,"maximum":315360000},"includeSubDomains":{"$ref":"#/definitions/shape6","default":false},"preload":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"session":{"type":"object","required":[],"properties":{"absoluteSeconds":{"type":"integer","default":1209600,"minimum":60,"maximum":31536000},"idleSeconds":{"$ref":"#/definitions/shape17","default":0},"streamsCountAsActivity":{"$ref":"#/definitions/shape6","default":false},"revocationCheckSeconds":{"$ref":"#/definitions/shape43","default":300},"expiredGraceSeconds":{"$ref":"#/definitions/shape43","default":0},"acquire":{"enum":["auto","exchange","handover"],"default":"auto"},"maxSignInAgeSeconds":{"type":"integer","default":900,"minimum":60,"maximum":86400},"requireVerifiedEmail":{"$ref":"#/definitions/shape6","default":false},"visibleClaims":{"type":["array","string","null"],"items":{"$ref":"#/definitions/shape4"},"pattern":"^all$","default":null},"signInProviders":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":128},"minItems":1,"uniqueItems":true,"default":null},"signInsPerMinute":{"$ref":"#/definitions/shape20","default":300},"cacheBytes":{"type":"integer","default":67108864,"minimum":1048576,"maximum":17179869184}},"default":{},"additionalProperties":false},"store":{"type":["object","null"],"required":[],"properties":{"url":{"$ref":"#/definitions/shape5","default":null},"urlFile":{"$ref":"#/definitions/shape5","default":null},"passwordFile":{"$ref":"#/definitions/shape5","default":null},"prefix":{"type":"string","default":"gatehouse","pattern":"^[A-Za-z0-9_.:-]{1,64}$"},"timeoutMs":{"type":"integer","default":250,"minimum":10,"maximum":5000},"caFile":{"$ref":"#/definitions/shape5","default":null}},"default":null,"additionalProperties":false},"logout":{"type":"object","required":[],"properties":{"clearSiteData":{"type":"array","items":{"enum":["cache","storage"]},"default":[],"uniqueItems":true}},"default":{},"additionalProperties":false},"paths":{"type":"object","required":[],"properties":{"login":{"$ref":"#/definitions/shape44","default":"/login"},"logout":{"$ref":"#/definitions/shape44","default":"/logout"},"account":{"$ref":"#/definitions/shape44","default":"/account"},"refresh":{"$ref":"#/definitions/shape44","default":"/_auth/refresh"},"session":{"$ref":"#/definitions/shape44","default":"/_auth/session"},"verify":{"$ref":"#/definitions/shape44","default":"/_auth/verify"},"home":{"$ref":"#/definitions/shape44","default":"/"}},"default":{},"additionalProperties":false},"redirectParameter":{"type":"string","default":"redirect","pattern":"^[A-Za-z0-9_-]{1,64}$"},"identityHeaders":{"$ref":"#/definitions/shape25","default":{}},"access":{"type":"object","required":[],"properties":{"default":{"$ref":"#/definitions/shape23","default":"signed-in"},"rules":{"$ref":"#/definitions/shape24","default":[]}},"default":{},"additionalProperties":false},"cors":{"type":"object","required":[],"properties":{"origins":{"$ref":"#/definitions/shape7","default":[]},"credentials":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"keepForms":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape6","default":false},"maxBytes":{"type":"integer","default":65536,"minimum":1024,"maximum":1048576}},"default":{},"additionalProperties":false},"bearer":{"type":"array","items":{"type":"object","required":["issuer","audiences","claims","jwksUri","headers","applications"],"properties":{"issuer":{"type":"string","pattern":"^https?://[^@?#\\s]+$","maxLength":500},"audiences":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"minItems":1},"claims":{"type":"object","patternProperties":{"^.*$":{"type":"array","items":{"$ref":"#/definitions/shape1"},"minItems":1}},"default":{}},"jwksUri":{"type":["string","null"],"default":null,"pattern":"^https?://[^@#\\s]+$"},"headers":{"$ref":"#/definitions/shape13","default":[]},"applications":{"type":"array","items":{"$ref":"#/definitions/shape21"},"default":[]}},"additionalProperties":false},"default":[]},"login":{"type":"object","required":[],"properties":{"methods":{"type":"object","required":[],"properties":{"password":{"$ref":"#/definitions/shape6","default":true},"emailLink":{"$ref":"#/definitions/shape6","default":false},"phone":{"$ref":"#/definitions/shape6","default":false},"passkey":{"enum":["off","button","autofill"],"default":"off"},"signup":{"$ref":"#/definitions/shape6","default":false},"askName":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"passkeys":{"type":"object","required":[],"properties":{"relyingPartyId":{"$ref":"#/definitions/shape10","default":null},"offerAfterSignIn":{"$ref":"#/definitions/shape6","default":false},"countsAsSecondFactor":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"remember":{"enum":["always","ask","never"],"default":"always"},"lastUsed":{"$ref":"#/definitions/shape6","default":true},"providers":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","pattern":"^[a-z0-9][A-Za-z0-9._-]{0,127}$"},"name":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":60},"icon":{"$ref":"#/definitions/shape28","default":null},"scopes":{"$ref":"#/definitions/shape7","default":[]},"params":{"type":"object","patternProperties":{"^.*$":{"$ref":"#/definitions/shape1"}}}},"additionalProperties":false},"default":[]},"federated":{"type":"object","required":[],"properties":{"mode":{"enum":["auto","redirect","popup"],"default":"auto"},"helper":{"enum":["proxy","firebaseapp"],"default":"proxy"},"helperUrl":{"type":["string","null"],"default":null,"pattern":"^https?://[^/@?#\\s]+/?$"}},"default":{},"additionalProperties":false},"mfa":{"type":"object","required":[],"properties":{"totp":{"enum":["off","optional","required"],"default":"optional"},"sms":{"$ref":"#/definitions/shape6","default":false},"issuer":{"type":["string","null"],"default":null,"minLength":1,"pattern":"^[^:]+$"}},"default":{},"additionalProperties":false},"tenants":{"type":"object","required":[],"properties":{"byHost":{"$ref":"#/definitions/shape45","default":{}},"byEmailDomain":{"$ref":"#/definitions/shape45","default":{}},"choose":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"$ref":"#/definitions/shape42"},"name":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"}},"additionalProperties":false},"default":[]}},"default":{},"additionalProperties":false},"brand":{"type":"object","required":[],"properties":{"name":{"$ref":"#/definitions/shape27","default":"Gatehouse"},"logo":{"$ref":"#/definitions/shape28","default":null},"logoDark":{"$ref":"#/definitions/shape28","default":null},"favicon":{"$ref":"#/definitions/shape28","default":null},"background":{"$ref":"#/definitions/shape28","default":null}},"default":{},"additionalProperties":false},"theme":{"type":"object","required":[],"properties":{"preset":{"$ref":"#/definitions/shape30","default":null},"accent":{"$ref":"#/definitions/shape31","default":null},"accentDark":{"$ref":"#/definitions/shape31","default":null},"mode":{"enum":["auto","light","dark"],"default":"auto"},"layout":{"$ref":"#/definitions/shape32","default":null},"alignment":{"$ref":"#/definitions/shape33","default":null},"buttons":{"$ref":"#/definitions/shape34","default":null},"radius":{"$ref":"#/definitions/shape35","default":null},"font":{"type":"string","default":"system","pattern":"^[A-Za-z0-9 ,'\"_-]{1,200}$"},"fontFile":{"$ref":"#/definitions/shape36","default":null},"cssFile":{"$ref":"#/definitions/shape5","default":null}},"default":{},"additionalProperties":false},"links":{"type":"object","required":[],"properties":{"privacy":{"$ref":"#/definitions/shape38","default":null},"terms":{"$ref":"#/definitions/shape38","default":null},"help":{"$ref":"#/definitions/shape38","default":null},"contact":{"$ref":"#/definitions/shape38","default":null}},"default":{},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape40"}},"default":{},"additionalProperties":false},"hosts":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"object","properties":{"brand":{"$ref":"#/definitions/shape26"},"theme":{"$ref":"#/definitions/shape29"},"links":{"$ref":"#/definitions/shape37"},"destinations":{"$ref":"#/definitions/shape39"}},"additionalProperties":false}},"default":{},"additionalProperties":false},"locales":{"type":"object","required":[],"properties":{"default":{"$ref":"#/definitions/shape46","default":"en"},"enabled":{"type":"array","items":{"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},"default":["en","de","fr","es","pt-BR","it","nl","pl","tr","ja","ko","zh-Hans","zh-Hant","ar","he"],"minItems":1,"uniqueItems":true},"overrides":{"type":"object","patternProperties":{"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$":{"type":"object","patternProperties":{"^.*$":{"$ref":"#/definitions/shape4"}}}},"default":{},"additionalProperties":false}},"default":{},"additionalProperties":false},"security":{"type":"object","required":[],"properties":{"trustedTypes":{"enum":["auto","off"],"default":"auto"},"reportUri":{"type":["string","null"],"default":null,"pattern":"^https://[^\\s;,'\"]+$"},"recaptcha":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"emulator":{"type":["string","null"],"default":null,"pattern":"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"}},"default":{},"additionalProperties":false},"account":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape6","default":false},"name":{"$ref":"#/definitions/shape6","default":true},"password":{"$ref":"#/definitions/shape6","default":true},"email":{"$ref":"#/definitions/shape6","default":true},"providers":{"$ref":"#/definitions/shape6","default":true},"secondStep":{"$ref":"#/definitions/shape6","default":true},"passkeys":{"$ref":"#/definitions/shape6","default":true},"export":{"$ref":"#/definitions/shape6","default":true},"delete":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"log":{"type":"object","required":[],"properties":{"level":{"enum":["fatal","error","warn","info","debug","trace","silent"],"default":"info"},"format":{"enum":["json","text"],"default":"json"},"requests":{"enum":["all","refused","none"],"default":"all"},"sample":{"type":"number","default":1,"minimum":0,"maximum":1},"slowMs":{"type":"integer","default":5000,"minimum":1,"maximum":3600000}},"default":{},"additionalProperties":false},"audit":{"type":"object","required":[],"properties":{"to":{"$ref":"#/definitions/shape4","default":"stdout"},"format":{"enum":["json","cloudevents"],"default":"json"},"refreshes":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"tracing":{"type":"object","required":[],"properties":{"accept":{"enum":["trusted","all","none"],"default":"trusted"},"paths":{"$ref":"#/definitions/shape6","default":false},"subject":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"workers":{"type":["integer","string"],"pattern":"^auto$","minimum":1,"maximum":64,"default":1},"reload":{"type":"object","required":[],"properties":{"watch":{"$ref":"#/definitions/shape6","default":true},"pollSeconds":{"$ref":"#/definitions/shape47","default":10}},"default":{},"additionalProperties":false},"shutdown":{"type":"object","required":[],"properties":{"drainSeconds":{"type":"integer","default":0,"minimum":0,"maximum":600},"graceSeconds":{"$ref":"#/definitions/shape47","default":30}},"default":{},"additionalProperties":false}},"additionalProperties":false,"title":"Gatehouse configuration","definitions":{"condition":{"type":"object","additionalProperties":false,"properties":{"all":{"$ref":"#/definitions/shape48"},"any":{"$ref":"#/definitions/shape48"},"not":{"$ref":"#/definitions/condition"},"claim":{"$ref":"#/definitions/shape4"},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1},"present":{"$ref":"#/definitions/shape6"},"uid":{"$ref":"#/definitions/shape49"},"email":{"$ref":"#/definitions/shape49"},"emailDomain":{"$ref":"#/definitions/shape49"},"allowUnverified":{"$ref":"#/definitions/shape6"},"emailVerified":{"$ref":"#/definitions/shape6"},"tenant":{"$ref":"#/definitions/shape49"},"provider":{"$ref":"#/definitions/shape49"},"secondFactor":{"$ref":"#/definitions/shape6"},"network":{"$ref":"#/definitions/shape49"}}},"shape1":{"type":"string"},"shape2":{"type":"integer","minimum":0,"maximum":65535},"shape3":{"type":["string","null"],"pattern":"^/[^\\u0000-\\u001f\\u007f]+$"},"shape4":{"type":"string","minLength":1},"shape5":{"type":["string","null"]},"shape6":{"type":"boolean"},"shape7":{"type":"array","items":{"$ref":"#/definitions/shape4"}},"shape8":{"type":"string","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"shape9":{"type":["string","null"],"minLength":1},"shape10":{"type":["string","null"],"pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"shape11":{"enum":["1.2","1.3"]},"shape12":{"enum":["public","upstream"]},"shape13":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"}},"shape14":{"type":"integer","minimum":1,"maximum":600000},"shape15":{"type":"integer","minimum":0,"maximum":3600000},"shape16":{"type":"integer","minimum":0,"maximum":86400000},"shape17":{"type":"integer","minimum":0,"maximum":31536000},"shape18":{"type":"integer","enum":[4401,1008]},"shape19":{"type":"integer","minimum":0,"maximum":1125899906842624},"shape20":{"type":"integer","minimum":0,"maximum":1000000},"shape21":{"type":"string","pattern":"^[a-z0-9-]{1,32}$"},"shape22":{"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"shape23":{"enum":["public","optional","signed-in","deny"]},"shape24":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"$ref":"#/definitions/shape22"},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1},"allow":{"if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"$ref":"#/definitions/shape6"},"signedInWithin":{"type":"integer","minimum":60}},"additionalProperties":false}},"additionalProperties":false}},"shape25":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"$ref":"#/definitions/shape5"}},"additionalProperties":false},"shape27":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"shape28":{"type":["string","null"],"pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"shape26":{"type":"object","properties":{"name":{"$ref":"#/definitions/shape27"},"logo":{"$ref":"#/definitions/shape28"},"logoDark":{"$ref":"#/definitions/shape28"},"favicon":{"$ref":"#/definitions/shape28"},"background":{"$ref":"#/definitions/shape28"}},"additionalProperties":false},"shape30":{"enum":["graphite","evergreen","iris","sandstone","ledger",null]},"shape31":{"type":["string","null"],"pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"shape32":{"enum":["card","split","plain",null]},"shape33":{"enum":["center","start",null]},"shape34":{"enum":["rounded","pill","square",null]},"shape35":{"type":["integer","null"],"minimum":0,"maximum":24},"shape36":{"type":["string","null"],"pattern":"\\.[wW][oO][fF][fF]2$"},"shape29":{"type":"object","properties":{"preset":{"$ref":"#/definitions/shape30"},"accent":{"$ref":"#/definitions/shape31"},"accentDark":{"$ref":"#/definitions/shape31"},"layout":{"$ref":"#/definitions/shape32"},"alignment":{"$ref":"#/definitions/shape33"},"buttons":{"$ref":"#/definitions/shape34"},"radius":{"$ref":"#/definitions/shape35"},"fontFile":{"$ref":"#/definitions/shape36"}},"additionalProperties":false},"shape38":{"type":["string","null"],"pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"shape37":{"type":"object","properties":{"privacy":{"$ref":"#/definitions/shape38"},"terms":{"$ref":"#/definitions/shape38"},"help":{"$ref":"#/definitions/shape38"},"contact":{"$ref":"#/definitions/shape38"}},"additionalProperties":false},"shape40":{"type":"string","minLength":1,"maxLength":80},"shape39":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape40"}}},"shape41":{"type":["object","null"],"required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8081}},"additionalProperties":false},"shape42":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"},"shape43":{"type":"integer","minimum":0,"maximum":86400},"shape44":{"type":"string","pattern":"^/[A-Za-z0-9._~/-]*$"},"shape45":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"$ref":"#/definitions/shape42"}},"additionalProperties":false},"shape46":{"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},"shape47":{"type":"integer","minimum":1,"maximum":3600},"shape48":{"type":"array","items":{"$ref":"#/definitions/condition"}},"shape49":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"$ref":"#/definitions/shape4"}}}};
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
const pattern37 = new RegExp("^[^:]+$", "u");
const pattern41 = new RegExp("^[A-Za-z0-9 ,'\"_-]{1,200}$", "u");
const pattern17 = new RegExp("^/[A-Za-z0-9._~/-]*$", "u");
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern46 = new RegExp("^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$", "u");
const pattern51 = new RegExp("^https://[^\\s;,'\"]+$", "u");
const pattern52 = new RegExp("^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$", "u");
const pattern53 = new RegExp("^auto$", "u");
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

const schema10 = {"type":"string","minLength":1};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate28.errors = vErrors;
return errors === 0;
}

const schema11 = {"type":["string","null"]};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema11.type},message:"must be string,null"});
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}

const schema12 = {"type":"boolean"};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "boolean"},message:"must be boolean"});
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}

const schema13 = {"type":"array","items":{"$ref":"#/definitions/shape4"}};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate28(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}

const schema14 = {"type":"string","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"};
const pattern2 = new RegExp("^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$", "u");

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern2.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},message:"must match pattern \""+"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":["string","null"],"minLength":1};

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema15.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
validate43.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":["string","null"],"pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema16.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern3.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\""});
errors++;
}
}
validate47.errors = vErrors;
return errors === 0;
}

const schema17 = {"enum":["1.2","1.3"]};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((data === "1.2") || (data === "1.3"))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}

const schema18 = {"enum":["public","upstream"]};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((data === "public") || (data === "upstream"))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema18.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}

const schema19 = {"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"}};
const pattern4 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate54.errors = vErrors;
return errors === 0;
}

const schema20 = {"type":"integer","minimum":1,"maximum":600000};

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 600000 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"});
errors++;
}
if(data < 1 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
validate57.errors = vErrors;
return errors === 0;
}

const schema21 = {"type":"integer","minimum":0,"maximum":3600000};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate59.errors = vErrors;
return errors === 0;
}

const schema22 = {"type":"integer","minimum":0,"maximum":86400000};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 86400000 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000"});
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

const schema23 = {"type":"integer","minimum":0,"maximum":31536000};

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate63.errors = vErrors;
return errors === 0;
}

const schema24 = {"type":"integer","enum":[4401,1008]};

function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if(!((data === 4401) || (data === 1008))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema24.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate65.errors = vErrors;
return errors === 0;
}

const schema25 = {"type":"integer","minimum":0,"maximum":1125899906842624};

function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 1125899906842624 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 1125899906842624},message:"must be <= 1125899906842624"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate68.errors = vErrors;
return errors === 0;
}

const schema26 = {"type":"integer","minimum":0,"maximum":1000000};

function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate70.errors = vErrors;
return errors === 0;
}

const schema27 = {"type":"string","pattern":"^[a-z0-9-]{1,32}$"};
const pattern5 = new RegExp("^[a-z0-9-]{1,32}$", "u");

function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate72.errors = vErrors;
return errors === 0;
}

const schema28 = {"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"};
const pattern6 = new RegExp("^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");

function validate74(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate74.errors = vErrors;
return errors === 0;
}

const schema29 = {"enum":["public","optional","signed-in","deny"]};

function validate96(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "public") || (data === "optional")) || (data === "signed-in")) || (data === "deny"))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema29.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate96.errors = vErrors;
return errors === 0;
}

const schema30 = {"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"$ref":"#/definitions/shape22"},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1},"allow":{"if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"$ref":"#/definitions/shape6"},"signedInWithin":{"type":"integer","minimum":60}},"additionalProperties":false}},"additionalProperties":false}};
const pattern8 = new RegExp("^/[^*?#\\s]*(/\\*)?$|^/\\*$", "u");
const pattern9 = new RegExp("^[A-Z]+$", "u");
const schema31 = {"type":"object","additionalProperties":false,"properties":{"all":{"$ref":"#/definitions/shape48"},"any":{"$ref":"#/definitions/shape48"},"not":{"$ref":"#/definitions/condition"},"claim":{"$ref":"#/definitions/shape4"},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1},"present":{"$ref":"#/definitions/shape6"},"uid":{"$ref":"#/definitions/shape49"},"email":{"$ref":"#/definitions/shape49"},"emailDomain":{"$ref":"#/definitions/shape49"},"allowUnverified":{"$ref":"#/definitions/shape6"},"emailVerified":{"$ref":"#/definitions/shape6"},"tenant":{"$ref":"#/definitions/shape49"},"provider":{"$ref":"#/definitions/shape49"},"secondFactor":{"$ref":"#/definitions/shape6"},"network":{"$ref":"#/definitions/shape49"}}};
const schema32 = {"type":"array","items":{"$ref":"#/definitions/condition"}};
const wrapper0 = {validate: validate100};

function validate101(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate101.errors = vErrors;
return errors === 0;
}

const schema33 = {"type":["string","array"],"minLength":1,"minItems":1,"items":{"$ref":"#/definitions/shape4"}};

function validate106(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (!(Array.isArray(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema33.type},message:"must be string,array"});
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
if(!(validate28(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
validate106.errors = vErrors;
return errors === 0;
}


function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema31.properties, key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.all !== undefined){
if(!(validate101(data.all, {instancePath:instancePath+"/all",parentData:data,parentDataProperty:"all",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
}
if(data.any !== undefined){
if(!(validate101(data.any, {instancePath:instancePath+"/any",parentData:data,parentDataProperty:"any",rootData}))){
(vErrors ??= []).push(...validate101.errors);
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
if(!(validate28(data.claim, {instancePath:instancePath+"/claim",parentData:data,parentDataProperty:"claim",rootData}))){
(vErrors ??= []).push(...validate28.errors);
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
(vErrors ??= []).push({instancePath:instancePath+"/oneOf/" + i0,keyword:"type",params:{type: schema31.properties.oneOf.items.type},message:"must be string,number,boolean"});
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
if(!(validate35(data.present, {instancePath:instancePath+"/present",parentData:data,parentDataProperty:"present",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data.uid !== undefined){
if(!(validate106(data.uid, {instancePath:instancePath+"/uid",parentData:data,parentDataProperty:"uid",rootData}))){
(vErrors ??= []).push(...validate106.errors);
errors = vErrors.length;
}
}
if(data.email !== undefined){
if(!(validate106(data.email, {instancePath:instancePath+"/email",parentData:data,parentDataProperty:"email",rootData}))){
(vErrors ??= []).push(...validate106.errors);
errors = vErrors.length;
}
}
if(data.emailDomain !== undefined){
if(!(validate106(data.emailDomain, {instancePath:instancePath+"/emailDomain",parentData:data,parentDataProperty:"emailDomain",rootData}))){
(vErrors ??= []).push(...validate106.errors);
errors = vErrors.length;
}
}
if(data.allowUnverified !== undefined){
if(!(validate35(data.allowUnverified, {instancePath:instancePath+"/allowUnverified",parentData:data,parentDataProperty:"allowUnverified",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data.emailVerified !== undefined){
if(!(validate35(data.emailVerified, {instancePath:instancePath+"/emailVerified",parentData:data,parentDataProperty:"emailVerified",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data.tenant !== undefined){
if(!(validate106(data.tenant, {instancePath:instancePath+"/tenant",parentData:data,parentDataProperty:"tenant",rootData}))){
(vErrors ??= []).push(...validate106.errors);
errors = vErrors.length;
}
}
if(data.provider !== undefined){
if(!(validate106(data.provider, {instancePath:instancePath+"/provider",parentData:data,parentDataProperty:"provider",rootData}))){
(vErrors ??= []).push(...validate106.errors);
errors = vErrors.length;
}
}
if(data.secondFactor !== undefined){
if(!(validate35(data.secondFactor, {instancePath:instancePath+"/secondFactor",parentData:data,parentDataProperty:"secondFactor",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data.network !== undefined){
if(!(validate106(data.network, {instancePath:instancePath+"/network",parentData:data,parentDataProperty:"network",rootData}))){
(vErrors ??= []).push(...validate106.errors);
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


function validate98(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.path === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0,keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"});
errors++;
}
if(data0.allow === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0,keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'"});
errors++;
}
for(const key0 in data0){
if(!(((((key0 === "path") || (key0 === "host")) || (key0 === "methods")) || (key0 === "allow")) || (key0 === "require"))){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data0.path !== undefined){
let data1 = data0.path;
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/path",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/path",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data0.host !== undefined){
if(!(validate74(data0.host, {instancePath:instancePath+"/" + i0+"/host",parentData:data0,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate74.errors);
errors = vErrors.length;
}
}
if(data0.methods !== undefined){
let data3 = data0.methods;
if(Array.isArray(data3)){
if(data3.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/methods",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 === "string"){
if(!pattern9.test(data4)){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/methods/" + i1,keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/methods/" + i1,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/methods",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
if(data0.allow !== undefined){
let data5 = data0.allow;
const _errs12 = errors;
let valid5 = true;
const _errs13 = errors;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
(vErrors ??= []).push({});
errors++;
}
var _valid0 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs15 = errors;
if(!(validate100(data5, {instancePath:instancePath+"/" + i0+"/allow",parentData:data0,parentDataProperty:"allow",rootData}))){
(vErrors ??= []).push(...validate100.errors);
errors = vErrors.length;
}
var _valid0 = _errs15 === errors;
valid5 = _valid0;
ifClause0 = "then";
}
else {
const _errs16 = errors;
if(!((((data5 === "public") || (data5 === "optional")) || (data5 === "signed-in")) || (data5 === "deny"))){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/allow",keyword:"enum",params:{allowedValues: schema30.items.properties.allow.else.enum},message:"must be equal to one of the allowed values"});
errors++;
}
var _valid0 = _errs16 === errors;
valid5 = _valid0;
ifClause0 = "else";
}
if(!valid5){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/allow",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema"});
errors++;
}
}
if(data0.require !== undefined){
let data6 = data0.require;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key1 in data6){
if(!((key1 === "secondFactor") || (key1 === "signedInWithin"))){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/require",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"});
errors++;
}
}
if(data6.secondFactor !== undefined){
if(!(validate35(data6.secondFactor, {instancePath:instancePath+"/" + i0+"/require/secondFactor",parentData:data6,parentDataProperty:"secondFactor",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data6.signedInWithin !== undefined){
let data8 = data6.signedInWithin;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/require/signedInWithin",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 60 || isNaN(data8)){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/require/signedInWithin",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/" + i0+"/require",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
validate98.errors = vErrors;
return errors === 0;
}

const schema34 = {"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"$ref":"#/definitions/shape5"}},"additionalProperties":false};

function validate120(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(validate33(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate120.errors = vErrors;
return errors === 0;
}

const schema35 = {"type":"object","properties":{"name":{"$ref":"#/definitions/shape27"},"logo":{"$ref":"#/definitions/shape28"},"logoDark":{"$ref":"#/definitions/shape28"},"favicon":{"$ref":"#/definitions/shape28"},"background":{"$ref":"#/definitions/shape28"}},"additionalProperties":false};
const schema36 = {"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80};

function validate126(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate126.errors = vErrors;
return errors === 0;
}

const schema37 = {"type":["string","null"],"pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"};
const pattern13 = new RegExp("\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$", "u");

function validate128(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema37.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern13.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\""});
errors++;
}
}
validate128.errors = vErrors;
return errors === 0;
}


function validate125(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(validate126(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate126.errors);
errors = vErrors.length;
}
}
if(data.logo !== undefined){
if(!(validate128(data.logo, {instancePath:instancePath+"/logo",parentData:data,parentDataProperty:"logo",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
}
if(data.logoDark !== undefined){
if(!(validate128(data.logoDark, {instancePath:instancePath+"/logoDark",parentData:data,parentDataProperty:"logoDark",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
}
if(data.favicon !== undefined){
if(!(validate128(data.favicon, {instancePath:instancePath+"/favicon",parentData:data,parentDataProperty:"favicon",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
}
if(data.background !== undefined){
if(!(validate128(data.background, {instancePath:instancePath+"/background",parentData:data,parentDataProperty:"background",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate125.errors = vErrors;
return errors === 0;
}

const schema38 = {"type":"object","properties":{"preset":{"$ref":"#/definitions/shape30"},"accent":{"$ref":"#/definitions/shape31"},"accentDark":{"$ref":"#/definitions/shape31"},"layout":{"$ref":"#/definitions/shape32"},"alignment":{"$ref":"#/definitions/shape33"},"buttons":{"$ref":"#/definitions/shape34"},"radius":{"$ref":"#/definitions/shape35"},"fontFile":{"$ref":"#/definitions/shape36"}},"additionalProperties":false};
const schema39 = {"enum":["graphite","evergreen","iris","sandstone","ledger",null]};

function validate135(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((((data === "graphite") || (data === "evergreen")) || (data === "iris")) || (data === "sandstone")) || (data === "ledger")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema39.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate135.errors = vErrors;
return errors === 0;
}

const schema40 = {"type":["string","null"],"pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"};
const pattern14 = new RegExp("^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", "u");

function validate137(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema40.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern14.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\""});
errors++;
}
}
validate137.errors = vErrors;
return errors === 0;
}

const schema41 = {"enum":["card","split","plain",null]};

function validate140(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "card") || (data === "split")) || (data === "plain")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema41.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate140.errors = vErrors;
return errors === 0;
}

const schema42 = {"enum":["center","start",null]};

function validate142(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((data === "center") || (data === "start")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema42.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate142.errors = vErrors;
return errors === 0;
}

const schema43 = {"enum":["rounded","pill","square",null]};

function validate144(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "rounded") || (data === "pill")) || (data === "square")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema43.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate144.errors = vErrors;
return errors === 0;
}

const schema44 = {"type":["integer","null"],"minimum":0,"maximum":24};

function validate146(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))) && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema44.type},message:"must be integer,null"});
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
validate146.errors = vErrors;
return errors === 0;
}

const schema45 = {"type":["string","null"],"pattern":"\\.[wW][oO][fF][fF]2$"};
const pattern15 = new RegExp("\\.[wW][oO][fF][fF]2$", "u");

function validate148(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema45.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern15.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "\\.[wW][oO][fF][fF]2$"},message:"must match pattern \""+"\\.[wW][oO][fF][fF]2$"+"\""});
errors++;
}
}
validate148.errors = vErrors;
return errors === 0;
}


function validate134(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(validate135(data.preset, {instancePath:instancePath+"/preset",parentData:data,parentDataProperty:"preset",rootData}))){
(vErrors ??= []).push(...validate135.errors);
errors = vErrors.length;
}
}
if(data.accent !== undefined){
if(!(validate137(data.accent, {instancePath:instancePath+"/accent",parentData:data,parentDataProperty:"accent",rootData}))){
(vErrors ??= []).push(...validate137.errors);
errors = vErrors.length;
}
}
if(data.accentDark !== undefined){
if(!(validate137(data.accentDark, {instancePath:instancePath+"/accentDark",parentData:data,parentDataProperty:"accentDark",rootData}))){
(vErrors ??= []).push(...validate137.errors);
errors = vErrors.length;
}
}
if(data.layout !== undefined){
if(!(validate140(data.layout, {instancePath:instancePath+"/layout",parentData:data,parentDataProperty:"layout",rootData}))){
(vErrors ??= []).push(...validate140.errors);
errors = vErrors.length;
}
}
if(data.alignment !== undefined){
if(!(validate142(data.alignment, {instancePath:instancePath+"/alignment",parentData:data,parentDataProperty:"alignment",rootData}))){
(vErrors ??= []).push(...validate142.errors);
errors = vErrors.length;
}
}
if(data.buttons !== undefined){
if(!(validate144(data.buttons, {instancePath:instancePath+"/buttons",parentData:data,parentDataProperty:"buttons",rootData}))){
(vErrors ??= []).push(...validate144.errors);
errors = vErrors.length;
}
}
if(data.radius !== undefined){
if(!(validate146(data.radius, {instancePath:instancePath+"/radius",parentData:data,parentDataProperty:"radius",rootData}))){
(vErrors ??= []).push(...validate146.errors);
errors = vErrors.length;
}
}
if(data.fontFile !== undefined){
if(!(validate148(data.fontFile, {instancePath:instancePath+"/fontFile",parentData:data,parentDataProperty:"fontFile",rootData}))){
(vErrors ??= []).push(...validate148.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate134.errors = vErrors;
return errors === 0;
}

const schema46 = {"type":"object","properties":{"privacy":{"$ref":"#/definitions/shape38"},"terms":{"$ref":"#/definitions/shape38"},"help":{"$ref":"#/definitions/shape38"},"contact":{"$ref":"#/definitions/shape38"}},"additionalProperties":false};
const schema47 = {"type":["string","null"],"pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"};
const pattern16 = new RegExp("^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$", "u");

function validate152(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema47.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern16.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\""});
errors++;
}
}
validate152.errors = vErrors;
return errors === 0;
}


function validate151(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(validate152(data.privacy, {instancePath:instancePath+"/privacy",parentData:data,parentDataProperty:"privacy",rootData}))){
(vErrors ??= []).push(...validate152.errors);
errors = vErrors.length;
}
}
if(data.terms !== undefined){
if(!(validate152(data.terms, {instancePath:instancePath+"/terms",parentData:data,parentDataProperty:"terms",rootData}))){
(vErrors ??= []).push(...validate152.errors);
errors = vErrors.length;
}
}
if(data.help !== undefined){
if(!(validate152(data.help, {instancePath:instancePath+"/help",parentData:data,parentDataProperty:"help",rootData}))){
(vErrors ??= []).push(...validate152.errors);
errors = vErrors.length;
}
}
if(data.contact !== undefined){
if(!(validate152(data.contact, {instancePath:instancePath+"/contact",parentData:data,parentDataProperty:"contact",rootData}))){
(vErrors ??= []).push(...validate152.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate151.errors = vErrors;
return errors === 0;
}

const schema48 = {"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape40"}}};
const schema49 = {"type":"string","minLength":1,"maxLength":80};

function validate159(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate159.errors = vErrors;
return errors === 0;
}


function validate158(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(pattern17.test(key0)){
if(!(validate159(data[key0], {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key0,rootData}))){
(vErrors ??= []).push(...validate159.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate158.errors = vErrors;
return errors === 0;
}

const schema50 = {"type":["object","null"],"required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8081}},"additionalProperties":false};

function validate163(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema50.type},message:"must be object,null"});
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.host === undefined){
data.host = "127.0.0.1";
}
if(data.port === undefined){
data.port = 8081;
}
for(const key0 in data){
if(!((key0 === "host") || (key0 === "port"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data.host, {instancePath:instancePath+"/host",parentData:data,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data.port, {instancePath:instancePath+"/port",parentData:data,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
}
validate163.errors = vErrors;
return errors === 0;
}

const schema51 = {"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"};

function validate173(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate173.errors = vErrors;
return errors === 0;
}

const schema52 = {"type":"integer","minimum":0,"maximum":86400};

function validate194(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate194.errors = vErrors;
return errors === 0;
}

const schema53 = {"type":"string","pattern":"^/[A-Za-z0-9._~/-]*$"};

function validate204(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate204.errors = vErrors;
return errors === 0;
}

const schema54 = {"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"$ref":"#/definitions/shape42"}},"additionalProperties":false};

function validate234(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(validate173(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
(vErrors ??= []).push(...validate173.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate234.errors = vErrors;
return errors === 0;
}

const schema55 = {"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"};

function validate262(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern46.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate262.errors = vErrors;
return errors === 0;
}

const schema56 = {"type":"integer","minimum":1,"maximum":3600};

function validate280(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate280.errors = vErrors;
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
let data6 = data1.tls;
if((!(data6 && typeof data6 == "object" && !Array.isArray(data6))) && (data6 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/listen/tls",keyword:"type",params:{type: schema6.properties.listen.properties.tls.type},message:"must be object,null"});
errors++;
}
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.certFile === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/listen/tls",keyword:"required",params:{missingProperty: "certFile"},message:"must have required property '"+"certFile"+"'"});
errors++;
}
if(data6.keyFile === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/listen/tls",keyword:"required",params:{missingProperty: "keyFile"},message:"must have required property '"+"keyFile"+"'"});
errors++;
}
for(const key2 in data6){
if(!((key2 === "certFile") || (key2 === "keyFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/listen/tls",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"});
errors++;
}
}
if(data6.certFile !== undefined){
if(!(validate28(data6.certFile, {instancePath:instancePath+"/listen/tls/certFile",parentData:data6,parentDataProperty:"certFile",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
if(data6.keyFile !== undefined){
if(!(validate28(data6.keyFile, {instancePath:instancePath+"/listen/tls/keyFile",parentData:data6,parentDataProperty:"keyFile",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/listen",keyword:"type",params:{type: "object"},message:"must be object"});
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
(vErrors ??= []).push({instancePath:instancePath+"/management",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data9.host, {instancePath:instancePath+"/management/host",parentData:data9,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data9.port, {instancePath:instancePath+"/management/port",parentData:data9,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
if(!(validate33(data9.tokenFile, {instancePath:instancePath+"/management/tokenFile",parentData:data9,parentDataProperty:"tokenFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/management",keyword:"type",params:{type: "object"},message:"must be object"});
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
(vErrors ??= []).push({instancePath:instancePath+"/metrics",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data13.enabled, {instancePath:instancePath+"/metrics/enabled",parentData:data13,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data15 = data13.durationBuckets;
if(Array.isArray(data15)){
if(data15.length > 24){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets",keyword:"maxItems",params:{limit: 24},message:"must NOT have more than 24 items"});
errors++;
}
if(data15.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len0 = data15.length;
for(let i0=0; i0<len0; i0++){
let data16 = data15[i0];
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 3600 || isNaN(data16)){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets/" + i0,keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600"});
errors++;
}
if(data16 <= 0 || isNaN(data16)){
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
if(!(validate37(data.trustedProxies, {instancePath:instancePath+"/trustedProxies",parentData:data,parentDataProperty:"trustedProxies",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
let data18 = data.upstream;
if((!(data18 && typeof data18 == "object" && !Array.isArray(data18))) && (data18 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/upstream",keyword:"type",params:{type: schema6.properties.upstream.type},message:"must be object,null"});
errors++;
}
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.unixSocket === undefined){
data18.unixSocket = null;
}
if(data18.caFile === undefined){
data18.caFile = null;
}
if(data18.certFile === undefined){
data18.certFile = null;
}
if(data18.keyFile === undefined){
data18.keyFile = null;
}
if(data18.serverName === undefined){
data18.serverName = null;
}
if(data18.minTlsVersion === undefined){
data18.minTlsVersion = "1.2";
}
if(data18.insecure === undefined){
data18.insecure = false;
}
if(data18.hostHeader === undefined){
data18.hostHeader = "public";
}
if(data18.passHeaders === undefined){
data18.passHeaders = [];
}
if(data18.sharedCaching === undefined){
data18.sharedCaching = false;
}
if(data18.connectTimeoutMs === undefined){
data18.connectTimeoutMs = 5000;
}
if(data18.headersTimeoutMs === undefined){
data18.headersTimeoutMs = 60000;
}
if(data18.idleTimeoutMs === undefined){
data18.idleTimeoutMs = 0;
}
if(data18.maxStreamSeconds === undefined){
data18.maxStreamSeconds = 0;
}
if(data18.websocketCloseCode === undefined){
data18.websocketCloseCode = 4401;
}
if(data18.uploadIdleTimeoutMs === undefined){
data18.uploadIdleTimeoutMs = 60000;
}
if(data18.maxBodyBytes === undefined){
data18.maxBodyBytes = 0;
}
if(data18.maxConnections === undefined){
data18.maxConnections = 0;
}
if(data18.url === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/upstream",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"});
errors++;
}
for(const key5 in data18){
if(!(func2.call(schema6.properties.upstream.properties, key5))){
(vErrors ??= []).push({instancePath:instancePath+"/upstream",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties"});
errors++;
}
}
if(data18.url !== undefined){
if(!(validate40(data18.url, {instancePath:instancePath+"/upstream/url",parentData:data18,parentDataProperty:"url",rootData}))){
(vErrors ??= []).push(...validate40.errors);
errors = vErrors.length;
}
}
if(!(validate26(data18.unixSocket, {instancePath:instancePath+"/upstream/unixSocket",parentData:data18,parentDataProperty:"unixSocket",rootData}))){
(vErrors ??= []).push(...validate26.errors);
errors = vErrors.length;
}
if(!(validate43(data18.caFile, {instancePath:instancePath+"/upstream/caFile",parentData:data18,parentDataProperty:"caFile",rootData}))){
(vErrors ??= []).push(...validate43.errors);
errors = vErrors.length;
}
if(!(validate43(data18.certFile, {instancePath:instancePath+"/upstream/certFile",parentData:data18,parentDataProperty:"certFile",rootData}))){
(vErrors ??= []).push(...validate43.errors);
errors = vErrors.length;
}
if(!(validate43(data18.keyFile, {instancePath:instancePath+"/upstream/keyFile",parentData:data18,parentDataProperty:"keyFile",rootData}))){
(vErrors ??= []).push(...validate43.errors);
errors = vErrors.length;
}
if(!(validate47(data18.serverName, {instancePath:instancePath+"/upstream/serverName",parentData:data18,parentDataProperty:"serverName",rootData}))){
(vErrors ??= []).push(...validate47.errors);
errors = vErrors.length;
}
if(!(validate49(data18.minTlsVersion, {instancePath:instancePath+"/upstream/minTlsVersion",parentData:data18,parentDataProperty:"minTlsVersion",rootData}))){
(vErrors ??= []).push(...validate49.errors);
errors = vErrors.length;
}
if(!(validate35(data18.insecure, {instancePath:instancePath+"/upstream/insecure",parentData:data18,parentDataProperty:"insecure",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate52(data18.hostHeader, {instancePath:instancePath+"/upstream/hostHeader",parentData:data18,parentDataProperty:"hostHeader",rootData}))){
(vErrors ??= []).push(...validate52.errors);
errors = vErrors.length;
}
if(!(validate54(data18.passHeaders, {instancePath:instancePath+"/upstream/passHeaders",parentData:data18,parentDataProperty:"passHeaders",rootData}))){
(vErrors ??= []).push(...validate54.errors);
errors = vErrors.length;
}
if(!(validate35(data18.sharedCaching, {instancePath:instancePath+"/upstream/sharedCaching",parentData:data18,parentDataProperty:"sharedCaching",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate57(data18.connectTimeoutMs, {instancePath:instancePath+"/upstream/connectTimeoutMs",parentData:data18,parentDataProperty:"connectTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate57.errors);
errors = vErrors.length;
}
if(!(validate59(data18.headersTimeoutMs, {instancePath:instancePath+"/upstream/headersTimeoutMs",parentData:data18,parentDataProperty:"headersTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate59.errors);
errors = vErrors.length;
}
if(!(validate61(data18.idleTimeoutMs, {instancePath:instancePath+"/upstream/idleTimeoutMs",parentData:data18,parentDataProperty:"idleTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate61.errors);
errors = vErrors.length;
}
if(!(validate63(data18.maxStreamSeconds, {instancePath:instancePath+"/upstream/maxStreamSeconds",parentData:data18,parentDataProperty:"maxStreamSeconds",rootData}))){
(vErrors ??= []).push(...validate63.errors);
errors = vErrors.length;
}
if(!(validate65(data18.websocketCloseCode, {instancePath:instancePath+"/upstream/websocketCloseCode",parentData:data18,parentDataProperty:"websocketCloseCode",rootData}))){
(vErrors ??= []).push(...validate65.errors);
errors = vErrors.length;
}
if(!(validate59(data18.uploadIdleTimeoutMs, {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",parentData:data18,parentDataProperty:"uploadIdleTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate59.errors);
errors = vErrors.length;
}
if(!(validate68(data18.maxBodyBytes, {instancePath:instancePath+"/upstream/maxBodyBytes",parentData:data18,parentDataProperty:"maxBodyBytes",rootData}))){
(vErrors ??= []).push(...validate68.errors);
errors = vErrors.length;
}
if(!(validate70(data18.maxConnections, {instancePath:instancePath+"/upstream/maxConnections",parentData:data18,parentDataProperty:"maxConnections",rootData}))){
(vErrors ??= []).push(...validate70.errors);
errors = vErrors.length;
}
}
let data38 = data.applications;
if(Array.isArray(data38)){
const len1 = data38.length;
for(let i1=0; i1<len1; i1++){
let data39 = data38[i1];
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(data39.path === undefined){
data39.path = "/*";
}
if(data39.stripPath === undefined){
data39.stripPath = false;
}
if(data39.name === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"});
errors++;
}
if(data39.path === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"});
errors++;
}
if(data39.stripPath === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"required",params:{missingProperty: "stripPath"},message:"must have required property '"+"stripPath"+"'"});
errors++;
}
for(const key6 in data39){
if(!(func2.call(schema6.properties.applications.items.properties, key6))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"});
errors++;
}
}
if(data39.name !== undefined){
if(!(validate72(data39.name, {instancePath:instancePath+"/applications/" + i1+"/name",parentData:data39,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate72.errors);
errors = vErrors.length;
}
}
if(data39.host !== undefined){
if(!(validate74(data39.host, {instancePath:instancePath+"/applications/" + i1+"/host",parentData:data39,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate74.errors);
errors = vErrors.length;
}
}
let data42 = data39.path;
if(typeof data42 === "string"){
if(!pattern7.test(data42)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/path",keyword:"pattern",params:{pattern: "^/([^*?#\\s]+/)?\\*$"},message:"must match pattern \""+"^/([^*?#\\s]+/)?\\*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/path",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate35(data39.stripPath, {instancePath:instancePath+"/applications/" + i1+"/stripPath",parentData:data39,parentDataProperty:"stripPath",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(data39.upstream !== undefined){
let data44 = data39.upstream;
if((!(data44 && typeof data44 == "object" && !Array.isArray(data44))) && (data44 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"type",params:{type: schema6.properties.applications.items.properties.upstream.type},message:"must be object,null"});
errors++;
}
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
if(data44.unixSocket === undefined){
data44.unixSocket = null;
}
if(data44.caFile === undefined){
data44.caFile = null;
}
if(data44.certFile === undefined){
data44.certFile = null;
}
if(data44.keyFile === undefined){
data44.keyFile = null;
}
if(data44.serverName === undefined){
data44.serverName = null;
}
if(data44.minTlsVersion === undefined){
data44.minTlsVersion = "1.2";
}
if(data44.insecure === undefined){
data44.insecure = false;
}
if(data44.hostHeader === undefined){
data44.hostHeader = "public";
}
if(data44.passHeaders === undefined){
data44.passHeaders = [];
}
if(data44.sharedCaching === undefined){
data44.sharedCaching = false;
}
if(data44.connectTimeoutMs === undefined){
data44.connectTimeoutMs = 5000;
}
if(data44.headersTimeoutMs === undefined){
data44.headersTimeoutMs = 60000;
}
if(data44.idleTimeoutMs === undefined){
data44.idleTimeoutMs = 0;
}
if(data44.maxStreamSeconds === undefined){
data44.maxStreamSeconds = 0;
}
if(data44.websocketCloseCode === undefined){
data44.websocketCloseCode = 4401;
}
if(data44.uploadIdleTimeoutMs === undefined){
data44.uploadIdleTimeoutMs = 60000;
}
if(data44.maxBodyBytes === undefined){
data44.maxBodyBytes = 0;
}
if(data44.maxConnections === undefined){
data44.maxConnections = 0;
}
if(data44.url === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"});
errors++;
}
if(data44.unixSocket === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "unixSocket"},message:"must have required property '"+"unixSocket"+"'"});
errors++;
}
if(data44.caFile === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "caFile"},message:"must have required property '"+"caFile"+"'"});
errors++;
}
if(data44.certFile === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "certFile"},message:"must have required property '"+"certFile"+"'"});
errors++;
}
if(data44.keyFile === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "keyFile"},message:"must have required property '"+"keyFile"+"'"});
errors++;
}
if(data44.serverName === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "serverName"},message:"must have required property '"+"serverName"+"'"});
errors++;
}
if(data44.minTlsVersion === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "minTlsVersion"},message:"must have required property '"+"minTlsVersion"+"'"});
errors++;
}
if(data44.insecure === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "insecure"},message:"must have required property '"+"insecure"+"'"});
errors++;
}
if(data44.hostHeader === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "hostHeader"},message:"must have required property '"+"hostHeader"+"'"});
errors++;
}
if(data44.passHeaders === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "passHeaders"},message:"must have required property '"+"passHeaders"+"'"});
errors++;
}
if(data44.sharedCaching === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "sharedCaching"},message:"must have required property '"+"sharedCaching"+"'"});
errors++;
}
if(data44.connectTimeoutMs === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "connectTimeoutMs"},message:"must have required property '"+"connectTimeoutMs"+"'"});
errors++;
}
if(data44.headersTimeoutMs === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "headersTimeoutMs"},message:"must have required property '"+"headersTimeoutMs"+"'"});
errors++;
}
if(data44.idleTimeoutMs === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "idleTimeoutMs"},message:"must have required property '"+"idleTimeoutMs"+"'"});
errors++;
}
if(data44.maxStreamSeconds === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "maxStreamSeconds"},message:"must have required property '"+"maxStreamSeconds"+"'"});
errors++;
}
if(data44.websocketCloseCode === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "websocketCloseCode"},message:"must have required property '"+"websocketCloseCode"+"'"});
errors++;
}
if(data44.uploadIdleTimeoutMs === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "uploadIdleTimeoutMs"},message:"must have required property '"+"uploadIdleTimeoutMs"+"'"});
errors++;
}
if(data44.maxBodyBytes === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "maxBodyBytes"},message:"must have required property '"+"maxBodyBytes"+"'"});
errors++;
}
if(data44.maxConnections === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"required",params:{missingProperty: "maxConnections"},message:"must have required property '"+"maxConnections"+"'"});
errors++;
}
for(const key7 in data44){
if(!(func2.call(schema6.properties.applications.items.properties.upstream.properties, key7))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/upstream",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"});
errors++;
}
}
if(data44.url !== undefined){
if(!(validate40(data44.url, {instancePath:instancePath+"/applications/" + i1+"/upstream/url",parentData:data44,parentDataProperty:"url",rootData}))){
(vErrors ??= []).push(...validate40.errors);
errors = vErrors.length;
}
}
if(!(validate26(data44.unixSocket, {instancePath:instancePath+"/applications/" + i1+"/upstream/unixSocket",parentData:data44,parentDataProperty:"unixSocket",rootData}))){
(vErrors ??= []).push(...validate26.errors);
errors = vErrors.length;
}
if(!(validate43(data44.caFile, {instancePath:instancePath+"/applications/" + i1+"/upstream/caFile",parentData:data44,parentDataProperty:"caFile",rootData}))){
(vErrors ??= []).push(...validate43.errors);
errors = vErrors.length;
}
if(!(validate43(data44.certFile, {instancePath:instancePath+"/applications/" + i1+"/upstream/certFile",parentData:data44,parentDataProperty:"certFile",rootData}))){
(vErrors ??= []).push(...validate43.errors);
errors = vErrors.length;
}
if(!(validate43(data44.keyFile, {instancePath:instancePath+"/applications/" + i1+"/upstream/keyFile",parentData:data44,parentDataProperty:"keyFile",rootData}))){
(vErrors ??= []).push(...validate43.errors);
errors = vErrors.length;
}
if(!(validate47(data44.serverName, {instancePath:instancePath+"/applications/" + i1+"/upstream/serverName",parentData:data44,parentDataProperty:"serverName",rootData}))){
(vErrors ??= []).push(...validate47.errors);
errors = vErrors.length;
}
if(!(validate49(data44.minTlsVersion, {instancePath:instancePath+"/applications/" + i1+"/upstream/minTlsVersion",parentData:data44,parentDataProperty:"minTlsVersion",rootData}))){
(vErrors ??= []).push(...validate49.errors);
errors = vErrors.length;
}
if(!(validate35(data44.insecure, {instancePath:instancePath+"/applications/" + i1+"/upstream/insecure",parentData:data44,parentDataProperty:"insecure",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate52(data44.hostHeader, {instancePath:instancePath+"/applications/" + i1+"/upstream/hostHeader",parentData:data44,parentDataProperty:"hostHeader",rootData}))){
(vErrors ??= []).push(...validate52.errors);
errors = vErrors.length;
}
if(!(validate54(data44.passHeaders, {instancePath:instancePath+"/applications/" + i1+"/upstream/passHeaders",parentData:data44,parentDataProperty:"passHeaders",rootData}))){
(vErrors ??= []).push(...validate54.errors);
errors = vErrors.length;
}
if(!(validate35(data44.sharedCaching, {instancePath:instancePath+"/applications/" + i1+"/upstream/sharedCaching",parentData:data44,parentDataProperty:"sharedCaching",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate57(data44.connectTimeoutMs, {instancePath:instancePath+"/applications/" + i1+"/upstream/connectTimeoutMs",parentData:data44,parentDataProperty:"connectTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate57.errors);
errors = vErrors.length;
}
if(!(validate59(data44.headersTimeoutMs, {instancePath:instancePath+"/applications/" + i1+"/upstream/headersTimeoutMs",parentData:data44,parentDataProperty:"headersTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate59.errors);
errors = vErrors.length;
}
if(!(validate61(data44.idleTimeoutMs, {instancePath:instancePath+"/applications/" + i1+"/upstream/idleTimeoutMs",parentData:data44,parentDataProperty:"idleTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate61.errors);
errors = vErrors.length;
}
if(!(validate63(data44.maxStreamSeconds, {instancePath:instancePath+"/applications/" + i1+"/upstream/maxStreamSeconds",parentData:data44,parentDataProperty:"maxStreamSeconds",rootData}))){
(vErrors ??= []).push(...validate63.errors);
errors = vErrors.length;
}
if(!(validate65(data44.websocketCloseCode, {instancePath:instancePath+"/applications/" + i1+"/upstream/websocketCloseCode",parentData:data44,parentDataProperty:"websocketCloseCode",rootData}))){
(vErrors ??= []).push(...validate65.errors);
errors = vErrors.length;
}
if(!(validate59(data44.uploadIdleTimeoutMs, {instancePath:instancePath+"/applications/" + i1+"/upstream/uploadIdleTimeoutMs",parentData:data44,parentDataProperty:"uploadIdleTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate59.errors);
errors = vErrors.length;
}
if(!(validate68(data44.maxBodyBytes, {instancePath:instancePath+"/applications/" + i1+"/upstream/maxBodyBytes",parentData:data44,parentDataProperty:"maxBodyBytes",rootData}))){
(vErrors ??= []).push(...validate68.errors);
errors = vErrors.length;
}
if(!(validate70(data44.maxConnections, {instancePath:instancePath+"/applications/" + i1+"/upstream/maxConnections",parentData:data44,parentDataProperty:"maxConnections",rootData}))){
(vErrors ??= []).push(...validate70.errors);
errors = vErrors.length;
}
}
}
if(data39.access !== undefined){
let data64 = data39.access;
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(data64.default === undefined){
data64.default = "signed-in";
}
if(data64.rules === undefined){
data64.rules = [];
}
if(data64.default === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/access",keyword:"required",params:{missingProperty: "default"},message:"must have required property '"+"default"+"'"});
errors++;
}
if(data64.rules === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/access",keyword:"required",params:{missingProperty: "rules"},message:"must have required property '"+"rules"+"'"});
errors++;
}
for(const key8 in data64){
if(!((key8 === "default") || (key8 === "rules"))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/access",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate96(data64.default, {instancePath:instancePath+"/applications/" + i1+"/access/default",parentData:data64,parentDataProperty:"default",rootData}))){
(vErrors ??= []).push(...validate96.errors);
errors = vErrors.length;
}
if(!(validate98(data64.rules, {instancePath:instancePath+"/applications/" + i1+"/access/rules",parentData:data64,parentDataProperty:"rules",rootData}))){
(vErrors ??= []).push(...validate98.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/access",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
if(data39.identityHeaders !== undefined){
if(!(validate120(data39.identityHeaders, {instancePath:instancePath+"/applications/" + i1+"/identityHeaders",parentData:data39,parentDataProperty:"identityHeaders",rootData}))){
(vErrors ??= []).push(...validate120.errors);
errors = vErrors.length;
}
}
if(data39.cors !== undefined){
let data68 = data39.cors;
if(data68 && typeof data68 == "object" && !Array.isArray(data68)){
if(data68.origins === undefined){
data68.origins = [];
}
if(data68.credentials === undefined){
data68.credentials = false;
}
if(data68.origins === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/cors",keyword:"required",params:{missingProperty: "origins"},message:"must have required property '"+"origins"+"'"});
errors++;
}
if(data68.credentials === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/cors",keyword:"required",params:{missingProperty: "credentials"},message:"must have required property '"+"credentials"+"'"});
errors++;
}
for(const key9 in data68){
if(!((key9 === "origins") || (key9 === "credentials"))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/cors",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data68.origins, {instancePath:instancePath+"/applications/" + i1+"/cors/origins",parentData:data68,parentDataProperty:"origins",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate35(data68.credentials, {instancePath:instancePath+"/applications/" + i1+"/cors/credentials",parentData:data68,parentDataProperty:"credentials",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/cors",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
if(data39.login !== undefined){
let data71 = data39.login;
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
for(const key10 in data71){
if(!((((((key10 === "brand") || (key10 === "theme")) || (key10 === "links")) || (key10 === "destinations")) || (key10 === "providers")) || (key10 === "tenant"))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties"});
errors++;
}
}
if(data71.brand !== undefined){
if(!(validate125(data71.brand, {instancePath:instancePath+"/applications/" + i1+"/login/brand",parentData:data71,parentDataProperty:"brand",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
}
if(data71.theme !== undefined){
if(!(validate134(data71.theme, {instancePath:instancePath+"/applications/" + i1+"/login/theme",parentData:data71,parentDataProperty:"theme",rootData}))){
(vErrors ??= []).push(...validate134.errors);
errors = vErrors.length;
}
}
if(data71.links !== undefined){
if(!(validate151(data71.links, {instancePath:instancePath+"/applications/" + i1+"/login/links",parentData:data71,parentDataProperty:"links",rootData}))){
(vErrors ??= []).push(...validate151.errors);
errors = vErrors.length;
}
}
if(data71.destinations !== undefined){
if(!(validate158(data71.destinations, {instancePath:instancePath+"/applications/" + i1+"/login/destinations",parentData:data71,parentDataProperty:"destinations",rootData}))){
(vErrors ??= []).push(...validate158.errors);
errors = vErrors.length;
}
}
if(data71.providers !== undefined){
let data76 = data71.providers;
if(Array.isArray(data76)){
if(data76.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len2 = data76.length;
for(let i2=0; i2<len2; i2++){
let data77 = data76[i2];
if(typeof data77 === "string"){
if(func3(data77) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers/" + i2,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers/" + i2,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i3 = data76.length;
let j0;
if(i3 > 1){
const indices0 = {};
for(;i3--;){
let item0 = data76[i3];
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
if(data71.tenant !== undefined){
let data78 = data71.tenant;
if((typeof data78 !== "string") && (data78 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/tenant",keyword:"type",params:{type: schema6.properties.applications.items.properties.login.properties.tenant.type},message:"must be string,null"});
errors++;
}
if(typeof data78 === "string"){
if(!pattern18.test(data78)){
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
let data79 = data.forwardAuth;
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(data79.enabled === undefined){
data79.enabled = false;
}
if(data79.listen === undefined){
data79.listen = null;
}
if(data79.grpc === undefined){
data79.grpc = null;
}
if(data79.trustedProxies === undefined){
data79.trustedProxies = null;
}
if(data79.origins === undefined){
data79.origins = [];
}
for(const key11 in data79){
if(!(((((key11 === "enabled") || (key11 === "listen")) || (key11 === "grpc")) || (key11 === "trustedProxies")) || (key11 === "origins"))){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data79.enabled, {instancePath:instancePath+"/forwardAuth/enabled",parentData:data79,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate163(data79.listen, {instancePath:instancePath+"/forwardAuth/listen",parentData:data79,parentDataProperty:"listen",rootData}))){
(vErrors ??= []).push(...validate163.errors);
errors = vErrors.length;
}
if(!(validate163(data79.grpc, {instancePath:instancePath+"/forwardAuth/grpc",parentData:data79,parentDataProperty:"grpc",rootData}))){
(vErrors ??= []).push(...validate163.errors);
errors = vErrors.length;
}
let data83 = data79.trustedProxies;
if((!(Array.isArray(data83))) && (data83 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth/trustedProxies",keyword:"type",params:{type: schema6.properties.forwardAuth.properties.trustedProxies.type},message:"must be array,null"});
errors++;
}
if(Array.isArray(data83)){
const len3 = data83.length;
for(let i4=0; i4<len3; i4++){
if(!(validate28(data83[i4], {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i4,parentData:data83,parentDataProperty:i4,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
if(!(validate37(data79.origins, {instancePath:instancePath+"/forwardAuth/origins",parentData:data79,parentDataProperty:"origins",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data86 = data.identityPlatform;
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
if(data86.apiKey === undefined){
data86.apiKey = "";
}
if(data86.apiKeyFile === undefined){
data86.apiKeyFile = null;
}
if(data86.tenantId === undefined){
data86.tenantId = null;
}
if(data86.tenants === undefined){
data86.tenants = {};
}
if(data86.credentials === undefined){
data86.credentials = "";
}
if(data86.credentialsFile === undefined){
data86.credentialsFile = null;
}
if(data86.serviceAccountEmail === undefined){
data86.serviceAccountEmail = null;
}
if(data86.authDomain === undefined){
data86.authDomain = null;
}
if(data86.allowAnonymous === undefined){
data86.allowAnonymous = false;
}
if(data86.emulatorHost === undefined){
data86.emulatorHost = null;
}
if(data86.emulatorAnywhere === undefined){
data86.emulatorAnywhere = false;
}
if(data86.endpoints === undefined){
data86.endpoints = {};
}
if(data86.projectId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform",keyword:"required",params:{missingProperty: "projectId"},message:"must have required property '"+"projectId"+"'"});
errors++;
}
for(const key12 in data86){
if(!(func2.call(schema6.properties.identityPlatform.properties, key12))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties"});
errors++;
}
}
if(data86.projectId !== undefined){
let data87 = data86.projectId;
if(typeof data87 === "string"){
if(func3(data87) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"});
errors++;
}
if(!pattern19.test(data87)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9:.-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9:.-]*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(!(validate22(data86.apiKey, {instancePath:instancePath+"/identityPlatform/apiKey",parentData:data86,parentDataProperty:"apiKey",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate33(data86.apiKeyFile, {instancePath:instancePath+"/identityPlatform/apiKeyFile",parentData:data86,parentDataProperty:"apiKeyFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate43(data86.tenantId, {instancePath:instancePath+"/identityPlatform/tenantId",parentData:data86,parentDataProperty:"tenantId",rootData}))){
(vErrors ??= []).push(...validate43.errors);
errors = vErrors.length;
}
let data91 = data86.tenants;
if(data91 && typeof data91 == "object" && !Array.isArray(data91)){
for(const key13 in data91){
if(!(pattern20.test(key13))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/tenants",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties"});
errors++;
}
}
for(const key14 in data91){
if(pattern20.test(key14)){
if(!(validate173(data91[key14], {instancePath:instancePath+"/identityPlatform/tenants/" + key14.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data91,parentDataProperty:key14,rootData}))){
(vErrors ??= []).push(...validate173.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/tenants",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
if(!(validate22(data86.credentials, {instancePath:instancePath+"/identityPlatform/credentials",parentData:data86,parentDataProperty:"credentials",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate33(data86.credentialsFile, {instancePath:instancePath+"/identityPlatform/credentialsFile",parentData:data86,parentDataProperty:"credentialsFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
let data95 = data86.serviceAccountEmail;
if((typeof data95 !== "string") && (data95 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/serviceAccountEmail",keyword:"type",params:{type: schema6.properties.identityPlatform.properties.serviceAccountEmail.type},message:"must be string,null"});
errors++;
}
if(typeof data95 === "string"){
if(!pattern23.test(data95)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/serviceAccountEmail",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"+"\""});
errors++;
}
}
if(!(validate33(data86.authDomain, {instancePath:instancePath+"/identityPlatform/authDomain",parentData:data86,parentDataProperty:"authDomain",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate35(data86.allowAnonymous, {instancePath:instancePath+"/identityPlatform/allowAnonymous",parentData:data86,parentDataProperty:"allowAnonymous",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate33(data86.emulatorHost, {instancePath:instancePath+"/identityPlatform/emulatorHost",parentData:data86,parentDataProperty:"emulatorHost",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate35(data86.emulatorAnywhere, {instancePath:instancePath+"/identityPlatform/emulatorAnywhere",parentData:data86,parentDataProperty:"emulatorAnywhere",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data100 = data86.endpoints;
if(data100 && typeof data100 == "object" && !Array.isArray(data100)){
if(data100.identityToolkit === undefined){
data100.identityToolkit = "https://identitytoolkit.googleapis.com";
}
if(data100.secureToken === undefined){
data100.secureToken = "https://securetoken.googleapis.com";
}
if(data100.certificates === undefined){
data100.certificates = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
}
if(data100.oauthToken === undefined){
data100.oauthToken = "https://oauth2.googleapis.com/token";
}
if(data100.sts === undefined){
data100.sts = "https://sts.googleapis.com/v1/token";
}
if(data100.iamCredentials === undefined){
data100.iamCredentials = "https://iamcredentials.googleapis.com";
}
for(const key15 in data100){
if(!((((((key15 === "identityToolkit") || (key15 === "secureToken")) || (key15 === "certificates")) || (key15 === "oauthToken")) || (key15 === "sts")) || (key15 === "iamCredentials"))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/endpoints",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data100.identityToolkit, {instancePath:instancePath+"/identityPlatform/endpoints/identityToolkit",parentData:data100,parentDataProperty:"identityToolkit",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data100.secureToken, {instancePath:instancePath+"/identityPlatform/endpoints/secureToken",parentData:data100,parentDataProperty:"secureToken",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data100.certificates, {instancePath:instancePath+"/identityPlatform/endpoints/certificates",parentData:data100,parentDataProperty:"certificates",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data100.oauthToken, {instancePath:instancePath+"/identityPlatform/endpoints/oauthToken",parentData:data100,parentDataProperty:"oauthToken",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data100.sts, {instancePath:instancePath+"/identityPlatform/endpoints/sts",parentData:data100,parentDataProperty:"sts",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data100.iamCredentials, {instancePath:instancePath+"/identityPlatform/endpoints/iamCredentials",parentData:data100,parentDataProperty:"iamCredentials",rootData}))){
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
let data107 = data.cookie;
if(data107 && typeof data107 == "object" && !Array.isArray(data107)){
if(data107.name === undefined){
data107.name = null;
}
if(data107.allowPlainName === undefined){
data107.allowPlainName = false;
}
if(data107.domain === undefined){
data107.domain = null;
}
if(data107.sameSite === undefined){
data107.sameSite = "lax";
}
if(data107.signatureKeys === undefined){
data107.signatureKeys = [];
}
if(data107.signatureKeysFile === undefined){
data107.signatureKeysFile = null;
}
for(const key16 in data107){
if(!((((((key16 === "name") || (key16 === "allowPlainName")) || (key16 === "domain")) || (key16 === "sameSite")) || (key16 === "signatureKeys")) || (key16 === "signatureKeysFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/cookie",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties"});
errors++;
}
}
let data108 = data107.name;
if((typeof data108 !== "string") && (data108 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/name",keyword:"type",params:{type: schema6.properties.cookie.properties.name.type},message:"must be string,null"});
errors++;
}
if(typeof data108 === "string"){
if(!pattern24.test(data108)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/name",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\""});
errors++;
}
}
if(!(validate35(data107.allowPlainName, {instancePath:instancePath+"/cookie/allowPlainName",parentData:data107,parentDataProperty:"allowPlainName",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data110 = data107.domain;
if((typeof data110 !== "string") && (data110 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/domain",keyword:"type",params:{type: schema6.properties.cookie.properties.domain.type},message:"must be string,null"});
errors++;
}
if(typeof data110 === "string"){
if(!pattern25.test(data110)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/domain",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\""});
errors++;
}
}
let data111 = data107.sameSite;
if(!(((data111 === "lax") || (data111 === "strict")) || (data111 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/sameSite",keyword:"enum",params:{allowedValues: schema6.properties.cookie.properties.sameSite.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate37(data107.signatureKeys, {instancePath:instancePath+"/cookie/signatureKeys",parentData:data107,parentDataProperty:"signatureKeys",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate33(data107.signatureKeysFile, {instancePath:instancePath+"/cookie/signatureKeysFile",parentData:data107,parentDataProperty:"signatureKeysFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cookie",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data114 = data.hsts;
if((!(data114 && typeof data114 == "object" && !Array.isArray(data114))) && (data114 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts",keyword:"type",params:{type: schema6.properties.hsts.type},message:"must be object,null"});
errors++;
}
if(data114 && typeof data114 == "object" && !Array.isArray(data114)){
if(data114.maxAgeSeconds === undefined){
data114.maxAgeSeconds = 31536000;
}
if(data114.includeSubDomains === undefined){
data114.includeSubDomains = false;
}
if(data114.preload === undefined){
data114.preload = false;
}
for(const key17 in data114){
if(!(((key17 === "maxAgeSeconds") || (key17 === "includeSubDomains")) || (key17 === "preload"))){
(vErrors ??= []).push({instancePath:instancePath+"/hsts",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties"});
errors++;
}
}
let data115 = data114.maxAgeSeconds;
if(!(((typeof data115 == "number") && (!(data115 % 1) && !isNaN(data115))) && (isFinite(data115)))){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data115 == "number") && (isFinite(data115))){
if(data115 > 315360000 || isNaN(data115)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000"});
errors++;
}
if(data115 < 0 || isNaN(data115)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
if(!(validate35(data114.includeSubDomains, {instancePath:instancePath+"/hsts/includeSubDomains",parentData:data114,parentDataProperty:"includeSubDomains",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data114.preload, {instancePath:instancePath+"/hsts/preload",parentData:data114,parentDataProperty:"preload",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
let data118 = data.session;
if(data118 && typeof data118 == "object" && !Array.isArray(data118)){
if(data118.absoluteSeconds === undefined){
data118.absoluteSeconds = 1209600;
}
if(data118.idleSeconds === undefined){
data118.idleSeconds = 0;
}
if(data118.streamsCountAsActivity === undefined){
data118.streamsCountAsActivity = false;
}
if(data118.revocationCheckSeconds === undefined){
data118.revocationCheckSeconds = 300;
}
if(data118.expiredGraceSeconds === undefined){
data118.expiredGraceSeconds = 0;
}
if(data118.acquire === undefined){
data118.acquire = "auto";
}
if(data118.maxSignInAgeSeconds === undefined){
data118.maxSignInAgeSeconds = 900;
}
if(data118.requireVerifiedEmail === undefined){
data118.requireVerifiedEmail = false;
}
if(data118.visibleClaims === undefined){
data118.visibleClaims = null;
}
if(data118.signInProviders === undefined){
data118.signInProviders = null;
}
if(data118.signInsPerMinute === undefined){
data118.signInsPerMinute = 300;
}
if(data118.cacheBytes === undefined){
data118.cacheBytes = 67108864;
}
for(const key18 in data118){
if(!(func2.call(schema6.properties.session.properties, key18))){
(vErrors ??= []).push({instancePath:instancePath+"/session",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties"});
errors++;
}
}
let data119 = data118.absoluteSeconds;
if(!(((typeof data119 == "number") && (!(data119 % 1) && !isNaN(data119))) && (isFinite(data119)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data119 == "number") && (isFinite(data119))){
if(data119 > 31536000 || isNaN(data119)){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000"});
errors++;
}
if(data119 < 60 || isNaN(data119)){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
if(!(validate63(data118.idleSeconds, {instancePath:instancePath+"/session/idleSeconds",parentData:data118,parentDataProperty:"idleSeconds",rootData}))){
(vErrors ??= []).push(...validate63.errors);
errors = vErrors.length;
}
if(!(validate35(data118.streamsCountAsActivity, {instancePath:instancePath+"/session/streamsCountAsActivity",parentData:data118,parentDataProperty:"streamsCountAsActivity",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate194(data118.revocationCheckSeconds, {instancePath:instancePath+"/session/revocationCheckSeconds",parentData:data118,parentDataProperty:"revocationCheckSeconds",rootData}))){
(vErrors ??= []).push(...validate194.errors);
errors = vErrors.length;
}
if(!(validate194(data118.expiredGraceSeconds, {instancePath:instancePath+"/session/expiredGraceSeconds",parentData:data118,parentDataProperty:"expiredGraceSeconds",rootData}))){
(vErrors ??= []).push(...validate194.errors);
errors = vErrors.length;
}
let data124 = data118.acquire;
if(!(((data124 === "auto") || (data124 === "exchange")) || (data124 === "handover"))){
(vErrors ??= []).push({instancePath:instancePath+"/session/acquire",keyword:"enum",params:{allowedValues: schema6.properties.session.properties.acquire.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data125 = data118.maxSignInAgeSeconds;
if(!(((typeof data125 == "number") && (!(data125 % 1) && !isNaN(data125))) && (isFinite(data125)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data125 == "number") && (isFinite(data125))){
if(data125 > 86400 || isNaN(data125)){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"});
errors++;
}
if(data125 < 60 || isNaN(data125)){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
if(!(validate35(data118.requireVerifiedEmail, {instancePath:instancePath+"/session/requireVerifiedEmail",parentData:data118,parentDataProperty:"requireVerifiedEmail",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data127 = data118.visibleClaims;
if(((!(Array.isArray(data127))) && (typeof data127 !== "string")) && (data127 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/session/visibleClaims",keyword:"type",params:{type: schema6.properties.session.properties.visibleClaims.type},message:"must be array,string,null"});
errors++;
}
if(typeof data127 === "string"){
if(!pattern26.test(data127)){
(vErrors ??= []).push({instancePath:instancePath+"/session/visibleClaims",keyword:"pattern",params:{pattern: "^all$"},message:"must match pattern \""+"^all$"+"\""});
errors++;
}
}
if(Array.isArray(data127)){
const len4 = data127.length;
for(let i5=0; i5<len4; i5++){
if(!(validate28(data127[i5], {instancePath:instancePath+"/session/visibleClaims/" + i5,parentData:data127,parentDataProperty:i5,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
let data129 = data118.signInProviders;
if((!(Array.isArray(data129))) && (data129 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders",keyword:"type",params:{type: schema6.properties.session.properties.signInProviders.type},message:"must be array,null"});
errors++;
}
if(Array.isArray(data129)){
if(data129.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len5 = data129.length;
for(let i6=0; i6<len5; i6++){
let data130 = data129[i6];
if(typeof data130 === "string"){
if(func3(data130) > 128){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"});
errors++;
}
if(func3(data130) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i7 = data129.length;
let j1;
if(i7 > 1){
const indices1 = {};
for(;i7--;){
let item1 = data129[i7];
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
if(!(validate70(data118.signInsPerMinute, {instancePath:instancePath+"/session/signInsPerMinute",parentData:data118,parentDataProperty:"signInsPerMinute",rootData}))){
(vErrors ??= []).push(...validate70.errors);
errors = vErrors.length;
}
let data132 = data118.cacheBytes;
if(!(((typeof data132 == "number") && (!(data132 % 1) && !isNaN(data132))) && (isFinite(data132)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data132 == "number") && (isFinite(data132))){
if(data132 > 17179869184 || isNaN(data132)){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"maximum",params:{comparison: "<=", limit: 17179869184},message:"must be <= 17179869184"});
errors++;
}
if(data132 < 1048576 || isNaN(data132)){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/session",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data133 = data.store;
if((!(data133 && typeof data133 == "object" && !Array.isArray(data133))) && (data133 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/store",keyword:"type",params:{type: schema6.properties.store.type},message:"must be object,null"});
errors++;
}
if(data133 && typeof data133 == "object" && !Array.isArray(data133)){
if(data133.url === undefined){
data133.url = null;
}
if(data133.urlFile === undefined){
data133.urlFile = null;
}
if(data133.passwordFile === undefined){
data133.passwordFile = null;
}
if(data133.prefix === undefined){
data133.prefix = "gatehouse";
}
if(data133.timeoutMs === undefined){
data133.timeoutMs = 250;
}
if(data133.caFile === undefined){
data133.caFile = null;
}
for(const key19 in data133){
if(!((((((key19 === "url") || (key19 === "urlFile")) || (key19 === "passwordFile")) || (key19 === "prefix")) || (key19 === "timeoutMs")) || (key19 === "caFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/store",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate33(data133.url, {instancePath:instancePath+"/store/url",parentData:data133,parentDataProperty:"url",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate33(data133.urlFile, {instancePath:instancePath+"/store/urlFile",parentData:data133,parentDataProperty:"urlFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate33(data133.passwordFile, {instancePath:instancePath+"/store/passwordFile",parentData:data133,parentDataProperty:"passwordFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
let data137 = data133.prefix;
if(typeof data137 === "string"){
if(!pattern27.test(data137)){
(vErrors ??= []).push({instancePath:instancePath+"/store/prefix",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_.:-]{1,64}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/store/prefix",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
let data138 = data133.timeoutMs;
if(!(((typeof data138 == "number") && (!(data138 % 1) && !isNaN(data138))) && (isFinite(data138)))){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data138 == "number") && (isFinite(data138))){
if(data138 > 5000 || isNaN(data138)){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"maximum",params:{comparison: "<=", limit: 5000},message:"must be <= 5000"});
errors++;
}
if(data138 < 10 || isNaN(data138)){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"minimum",params:{comparison: ">=", limit: 10},message:"must be >= 10"});
errors++;
}
}
if(!(validate33(data133.caFile, {instancePath:instancePath+"/store/caFile",parentData:data133,parentDataProperty:"caFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
let data140 = data.logout;
if(data140 && typeof data140 == "object" && !Array.isArray(data140)){
if(data140.clearSiteData === undefined){
data140.clearSiteData = [];
}
for(const key20 in data140){
if(!(key20 === "clearSiteData")){
(vErrors ??= []).push({instancePath:instancePath+"/logout",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties"});
errors++;
}
}
let data141 = data140.clearSiteData;
if(Array.isArray(data141)){
const len6 = data141.length;
for(let i8=0; i8<len6; i8++){
let data142 = data141[i8];
if(!((data142 === "cache") || (data142 === "storage"))){
(vErrors ??= []).push({instancePath:instancePath+"/logout/clearSiteData/" + i8,keyword:"enum",params:{allowedValues: schema6.properties.logout.properties.clearSiteData.items.enum},message:"must be equal to one of the allowed values"});
errors++;
}
}
let i9 = data141.length;
let j2;
if(i9 > 1){
outer0:
for(;i9--;){
for(j2 = i9; j2--;){
if(func0(data141[i9], data141[j2])){
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
let data143 = data.paths;
if(data143 && typeof data143 == "object" && !Array.isArray(data143)){
if(data143.login === undefined){
data143.login = "/login";
}
if(data143.logout === undefined){
data143.logout = "/logout";
}
if(data143.account === undefined){
data143.account = "/account";
}
if(data143.refresh === undefined){
data143.refresh = "/_auth/refresh";
}
if(data143.session === undefined){
data143.session = "/_auth/session";
}
if(data143.verify === undefined){
data143.verify = "/_auth/verify";
}
if(data143.home === undefined){
data143.home = "/";
}
for(const key21 in data143){
if(!(((((((key21 === "login") || (key21 === "logout")) || (key21 === "account")) || (key21 === "refresh")) || (key21 === "session")) || (key21 === "verify")) || (key21 === "home"))){
(vErrors ??= []).push({instancePath:instancePath+"/paths",keyword:"additionalProperties",params:{additionalProperty: key21},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate204(data143.login, {instancePath:instancePath+"/paths/login",parentData:data143,parentDataProperty:"login",rootData}))){
(vErrors ??= []).push(...validate204.errors);
errors = vErrors.length;
}
if(!(validate204(data143.logout, {instancePath:instancePath+"/paths/logout",parentData:data143,parentDataProperty:"logout",rootData}))){
(vErrors ??= []).push(...validate204.errors);
errors = vErrors.length;
}
if(!(validate204(data143.account, {instancePath:instancePath+"/paths/account",parentData:data143,parentDataProperty:"account",rootData}))){
(vErrors ??= []).push(...validate204.errors);
errors = vErrors.length;
}
if(!(validate204(data143.refresh, {instancePath:instancePath+"/paths/refresh",parentData:data143,parentDataProperty:"refresh",rootData}))){
(vErrors ??= []).push(...validate204.errors);
errors = vErrors.length;
}
if(!(validate204(data143.session, {instancePath:instancePath+"/paths/session",parentData:data143,parentDataProperty:"session",rootData}))){
(vErrors ??= []).push(...validate204.errors);
errors = vErrors.length;
}
if(!(validate204(data143.verify, {instancePath:instancePath+"/paths/verify",parentData:data143,parentDataProperty:"verify",rootData}))){
(vErrors ??= []).push(...validate204.errors);
errors = vErrors.length;
}
if(!(validate204(data143.home, {instancePath:instancePath+"/paths/home",parentData:data143,parentDataProperty:"home",rootData}))){
(vErrors ??= []).push(...validate204.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/paths",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data151 = data.redirectParameter;
if(typeof data151 === "string"){
if(!pattern24.test(data151)){
(vErrors ??= []).push({instancePath:instancePath+"/redirectParameter",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/redirectParameter",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate120(data.identityHeaders, {instancePath:instancePath+"/identityHeaders",parentData:data,parentDataProperty:"identityHeaders",rootData}))){
(vErrors ??= []).push(...validate120.errors);
errors = vErrors.length;
}
let data153 = data.access;
if(data153 && typeof data153 == "object" && !Array.isArray(data153)){
if(data153.default === undefined){
data153.default = "signed-in";
}
if(data153.rules === undefined){
data153.rules = [];
}
for(const key22 in data153){
if(!((key22 === "default") || (key22 === "rules"))){
(vErrors ??= []).push({instancePath:instancePath+"/access",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate96(data153.default, {instancePath:instancePath+"/access/default",parentData:data153,parentDataProperty:"default",rootData}))){
(vErrors ??= []).push(...validate96.errors);
errors = vErrors.length;
}
if(!(validate98(data153.rules, {instancePath:instancePath+"/access/rules",parentData:data153,parentDataProperty:"rules",rootData}))){
(vErrors ??= []).push(...validate98.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/access",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data156 = data.cors;
if(data156 && typeof data156 == "object" && !Array.isArray(data156)){
if(data156.origins === undefined){
data156.origins = [];
}
if(data156.credentials === undefined){
data156.credentials = false;
}
for(const key23 in data156){
if(!((key23 === "origins") || (key23 === "credentials"))){
(vErrors ??= []).push({instancePath:instancePath+"/cors",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data156.origins, {instancePath:instancePath+"/cors/origins",parentData:data156,parentDataProperty:"origins",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate35(data156.credentials, {instancePath:instancePath+"/cors/credentials",parentData:data156,parentDataProperty:"credentials",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cors",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data159 = data.keepForms;
if(data159 && typeof data159 == "object" && !Array.isArray(data159)){
if(data159.enabled === undefined){
data159.enabled = false;
}
if(data159.maxBytes === undefined){
data159.maxBytes = 65536;
}
for(const key24 in data159){
if(!((key24 === "enabled") || (key24 === "maxBytes"))){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms",keyword:"additionalProperties",params:{additionalProperty: key24},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data159.enabled, {instancePath:instancePath+"/keepForms/enabled",parentData:data159,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data161 = data159.maxBytes;
if(!(((typeof data161 == "number") && (!(data161 % 1) && !isNaN(data161))) && (isFinite(data161)))){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data161 == "number") && (isFinite(data161))){
if(data161 > 1048576 || isNaN(data161)){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576"});
errors++;
}
if(data161 < 1024 || isNaN(data161)){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"minimum",params:{comparison: ">=", limit: 1024},message:"must be >= 1024"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/keepForms",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data162 = data.bearer;
if(Array.isArray(data162)){
const len7 = data162.length;
for(let i10=0; i10<len7; i10++){
let data163 = data162[i10];
if(data163 && typeof data163 == "object" && !Array.isArray(data163)){
if(data163.claims === undefined){
data163.claims = {};
}
if(data163.jwksUri === undefined){
data163.jwksUri = null;
}
if(data163.headers === undefined){
data163.headers = [];
}
if(data163.applications === undefined){
data163.applications = [];
}
if(data163.issuer === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "issuer"},message:"must have required property '"+"issuer"+"'"});
errors++;
}
if(data163.audiences === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "audiences"},message:"must have required property '"+"audiences"+"'"});
errors++;
}
if(data163.claims === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "claims"},message:"must have required property '"+"claims"+"'"});
errors++;
}
if(data163.jwksUri === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "jwksUri"},message:"must have required property '"+"jwksUri"+"'"});
errors++;
}
if(data163.headers === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "headers"},message:"must have required property '"+"headers"+"'"});
errors++;
}
if(data163.applications === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "applications"},message:"must have required property '"+"applications"+"'"});
errors++;
}
for(const key25 in data163){
if(!((((((key25 === "issuer") || (key25 === "audiences")) || (key25 === "claims")) || (key25 === "jwksUri")) || (key25 === "headers")) || (key25 === "applications"))){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"additionalProperties",params:{additionalProperty: key25},message:"must NOT have additional properties"});
errors++;
}
}
if(data163.issuer !== undefined){
let data164 = data163.issuer;
if(typeof data164 === "string"){
if(func3(data164) > 500){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"});
errors++;
}
if(!pattern30.test(data164)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"pattern",params:{pattern: "^https?://[^@?#\\s]+$"},message:"must match pattern \""+"^https?://[^@?#\\s]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data163.audiences !== undefined){
let data165 = data163.audiences;
if(Array.isArray(data165)){
if(data165.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len8 = data165.length;
for(let i11=0; i11<len8; i11++){
let data166 = data165[i11];
if(typeof data166 === "string"){
if(func3(data166) > 500){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences/" + i11,keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"});
errors++;
}
if(func3(data166) < 1){
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
let data167 = data163.claims;
if(data167 && typeof data167 == "object" && !Array.isArray(data167)){
for(const key26 in data167){
if(pattern31.test(key26)){
let data168 = data167[key26];
if(Array.isArray(data168)){
if(data168.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len9 = data168.length;
for(let i12=0; i12<len9; i12++){
if(!(validate22(data168[i12], {instancePath:instancePath+"/bearer/" + i10+"/claims/" + key26.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i12,parentData:data168,parentDataProperty:i12,rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data170 = data163.jwksUri;
if((typeof data170 !== "string") && (data170 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/jwksUri",keyword:"type",params:{type: schema6.properties.bearer.items.properties.jwksUri.type},message:"must be string,null"});
errors++;
}
if(typeof data170 === "string"){
if(!pattern32.test(data170)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/jwksUri",keyword:"pattern",params:{pattern: "^https?://[^@#\\s]+$"},message:"must match pattern \""+"^https?://[^@#\\s]+$"+"\""});
errors++;
}
}
if(!(validate54(data163.headers, {instancePath:instancePath+"/bearer/" + i10+"/headers",parentData:data163,parentDataProperty:"headers",rootData}))){
(vErrors ??= []).push(...validate54.errors);
errors = vErrors.length;
}
let data172 = data163.applications;
if(Array.isArray(data172)){
const len10 = data172.length;
for(let i13=0; i13<len10; i13++){
if(!(validate72(data172[i13], {instancePath:instancePath+"/bearer/" + i10+"/applications/" + i13,parentData:data172,parentDataProperty:i13,rootData}))){
(vErrors ??= []).push(...validate72.errors);
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
let data174 = data.login;
if(data174 && typeof data174 == "object" && !Array.isArray(data174)){
if(data174.methods === undefined){
data174.methods = {};
}
if(data174.passkeys === undefined){
data174.passkeys = {};
}
if(data174.remember === undefined){
data174.remember = "always";
}
if(data174.lastUsed === undefined){
data174.lastUsed = true;
}
if(data174.providers === undefined){
data174.providers = [];
}
if(data174.federated === undefined){
data174.federated = {};
}
if(data174.mfa === undefined){
data174.mfa = {};
}
if(data174.tenants === undefined){
data174.tenants = {};
}
if(data174.brand === undefined){
data174.brand = {};
}
if(data174.theme === undefined){
data174.theme = {};
}
if(data174.links === undefined){
data174.links = {};
}
if(data174.destinations === undefined){
data174.destinations = {};
}
if(data174.hosts === undefined){
data174.hosts = {};
}
if(data174.locales === undefined){
data174.locales = {};
}
if(data174.security === undefined){
data174.security = {};
}
if(data174.emulator === undefined){
data174.emulator = null;
}
for(const key27 in data174){
if(!(func2.call(schema6.properties.login.properties, key27))){
(vErrors ??= []).push({instancePath:instancePath+"/login",keyword:"additionalProperties",params:{additionalProperty: key27},message:"must NOT have additional properties"});
errors++;
}
}
let data175 = data174.methods;
if(data175 && typeof data175 == "object" && !Array.isArray(data175)){
if(data175.password === undefined){
data175.password = true;
}
if(data175.emailLink === undefined){
data175.emailLink = false;
}
if(data175.phone === undefined){
data175.phone = false;
}
if(data175.passkey === undefined){
data175.passkey = "off";
}
if(data175.signup === undefined){
data175.signup = false;
}
if(data175.askName === undefined){
data175.askName = false;
}
for(const key28 in data175){
if(!((((((key28 === "password") || (key28 === "emailLink")) || (key28 === "phone")) || (key28 === "passkey")) || (key28 === "signup")) || (key28 === "askName"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/methods",keyword:"additionalProperties",params:{additionalProperty: key28},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data175.password, {instancePath:instancePath+"/login/methods/password",parentData:data175,parentDataProperty:"password",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data175.emailLink, {instancePath:instancePath+"/login/methods/emailLink",parentData:data175,parentDataProperty:"emailLink",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data175.phone, {instancePath:instancePath+"/login/methods/phone",parentData:data175,parentDataProperty:"phone",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data179 = data175.passkey;
if(!(((data179 === "off") || (data179 === "button")) || (data179 === "autofill"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/methods/passkey",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.methods.properties.passkey.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data175.signup, {instancePath:instancePath+"/login/methods/signup",parentData:data175,parentDataProperty:"signup",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data175.askName, {instancePath:instancePath+"/login/methods/askName",parentData:data175,parentDataProperty:"askName",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/methods",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data182 = data174.passkeys;
if(data182 && typeof data182 == "object" && !Array.isArray(data182)){
if(data182.relyingPartyId === undefined){
data182.relyingPartyId = null;
}
if(data182.offerAfterSignIn === undefined){
data182.offerAfterSignIn = false;
}
if(data182.countsAsSecondFactor === undefined){
data182.countsAsSecondFactor = false;
}
for(const key29 in data182){
if(!(((key29 === "relyingPartyId") || (key29 === "offerAfterSignIn")) || (key29 === "countsAsSecondFactor"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/passkeys",keyword:"additionalProperties",params:{additionalProperty: key29},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate47(data182.relyingPartyId, {instancePath:instancePath+"/login/passkeys/relyingPartyId",parentData:data182,parentDataProperty:"relyingPartyId",rootData}))){
(vErrors ??= []).push(...validate47.errors);
errors = vErrors.length;
}
if(!(validate35(data182.offerAfterSignIn, {instancePath:instancePath+"/login/passkeys/offerAfterSignIn",parentData:data182,parentDataProperty:"offerAfterSignIn",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data182.countsAsSecondFactor, {instancePath:instancePath+"/login/passkeys/countsAsSecondFactor",parentData:data182,parentDataProperty:"countsAsSecondFactor",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/passkeys",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data186 = data174.remember;
if(!(((data186 === "always") || (data186 === "ask")) || (data186 === "never"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/remember",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.remember.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data174.lastUsed, {instancePath:instancePath+"/login/lastUsed",parentData:data174,parentDataProperty:"lastUsed",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data188 = data174.providers;
if(Array.isArray(data188)){
const len11 = data188.length;
for(let i14=0; i14<len11; i14++){
let data189 = data188[i14];
if(data189 && typeof data189 == "object" && !Array.isArray(data189)){
if(data189.icon === undefined){
data189.icon = null;
}
if(data189.scopes === undefined){
data189.scopes = [];
}
if(data189.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"});
errors++;
}
for(const key30 in data189){
if(!(((((key30 === "id") || (key30 === "name")) || (key30 === "icon")) || (key30 === "scopes")) || (key30 === "params"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14,keyword:"additionalProperties",params:{additionalProperty: key30},message:"must NOT have additional properties"});
errors++;
}
}
if(data189.id !== undefined){
let data190 = data189.id;
if(typeof data190 === "string"){
if(!pattern33.test(data190)){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/id",keyword:"pattern",params:{pattern: "^[a-z0-9][A-Za-z0-9._-]{0,127}$"},message:"must match pattern \""+"^[a-z0-9][A-Za-z0-9._-]{0,127}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/id",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data189.name !== undefined){
let data191 = data189.name;
if(typeof data191 === "string"){
if(func3(data191) > 60){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"});
errors++;
}
if(!pattern12.test(data191)){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(!(validate128(data189.icon, {instancePath:instancePath+"/login/providers/" + i14+"/icon",parentData:data189,parentDataProperty:"icon",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
if(!(validate37(data189.scopes, {instancePath:instancePath+"/login/providers/" + i14+"/scopes",parentData:data189,parentDataProperty:"scopes",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(data189.params !== undefined){
let data194 = data189.params;
if(data194 && typeof data194 == "object" && !Array.isArray(data194)){
for(const key31 in data194){
if(pattern31.test(key31)){
if(!(validate22(data194[key31], {instancePath:instancePath+"/login/providers/" + i14+"/params/" + key31.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data194,parentDataProperty:key31,rootData}))){
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
let data196 = data174.federated;
if(data196 && typeof data196 == "object" && !Array.isArray(data196)){
if(data196.mode === undefined){
data196.mode = "auto";
}
if(data196.helper === undefined){
data196.helper = "proxy";
}
if(data196.helperUrl === undefined){
data196.helperUrl = null;
}
for(const key32 in data196){
if(!(((key32 === "mode") || (key32 === "helper")) || (key32 === "helperUrl"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated",keyword:"additionalProperties",params:{additionalProperty: key32},message:"must NOT have additional properties"});
errors++;
}
}
let data197 = data196.mode;
if(!(((data197 === "auto") || (data197 === "redirect")) || (data197 === "popup"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/mode",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.federated.properties.mode.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data198 = data196.helper;
if(!((data198 === "proxy") || (data198 === "firebaseapp"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helper",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.federated.properties.helper.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data199 = data196.helperUrl;
if((typeof data199 !== "string") && (data199 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helperUrl",keyword:"type",params:{type: schema6.properties.login.properties.federated.properties.helperUrl.type},message:"must be string,null"});
errors++;
}
if(typeof data199 === "string"){
if(!pattern0.test(data199)){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helperUrl",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/federated",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data200 = data174.mfa;
if(data200 && typeof data200 == "object" && !Array.isArray(data200)){
if(data200.totp === undefined){
data200.totp = "optional";
}
if(data200.sms === undefined){
data200.sms = false;
}
if(data200.issuer === undefined){
data200.issuer = null;
}
for(const key33 in data200){
if(!(((key33 === "totp") || (key33 === "sms")) || (key33 === "issuer"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa",keyword:"additionalProperties",params:{additionalProperty: key33},message:"must NOT have additional properties"});
errors++;
}
}
let data201 = data200.totp;
if(!(((data201 === "off") || (data201 === "optional")) || (data201 === "required"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/totp",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.mfa.properties.totp.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data200.sms, {instancePath:instancePath+"/login/mfa/sms",parentData:data200,parentDataProperty:"sms",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data203 = data200.issuer;
if((typeof data203 !== "string") && (data203 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"type",params:{type: schema6.properties.login.properties.mfa.properties.issuer.type},message:"must be string,null"});
errors++;
}
if(typeof data203 === "string"){
if(func3(data203) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
if(!pattern37.test(data203)){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"pattern",params:{pattern: "^[^:]+$"},message:"must match pattern \""+"^[^:]+$"+"\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data204 = data174.tenants;
if(data204 && typeof data204 == "object" && !Array.isArray(data204)){
if(data204.byHost === undefined){
data204.byHost = {};
}
if(data204.byEmailDomain === undefined){
data204.byEmailDomain = {};
}
if(data204.choose === undefined){
data204.choose = [];
}
for(const key34 in data204){
if(!(((key34 === "byHost") || (key34 === "byEmailDomain")) || (key34 === "choose"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants",keyword:"additionalProperties",params:{additionalProperty: key34},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate234(data204.byHost, {instancePath:instancePath+"/login/tenants/byHost",parentData:data204,parentDataProperty:"byHost",rootData}))){
(vErrors ??= []).push(...validate234.errors);
errors = vErrors.length;
}
if(!(validate234(data204.byEmailDomain, {instancePath:instancePath+"/login/tenants/byEmailDomain",parentData:data204,parentDataProperty:"byEmailDomain",rootData}))){
(vErrors ??= []).push(...validate234.errors);
errors = vErrors.length;
}
let data207 = data204.choose;
if(Array.isArray(data207)){
const len12 = data207.length;
for(let i15=0; i15<len12; i15++){
let data208 = data207[i15];
if(data208 && typeof data208 == "object" && !Array.isArray(data208)){
if(data208.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i15,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"});
errors++;
}
if(data208.name === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i15,keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"});
errors++;
}
for(const key35 in data208){
if(!((key35 === "id") || (key35 === "name"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i15,keyword:"additionalProperties",params:{additionalProperty: key35},message:"must NOT have additional properties"});
errors++;
}
}
if(data208.id !== undefined){
if(!(validate173(data208.id, {instancePath:instancePath+"/login/tenants/choose/" + i15+"/id",parentData:data208,parentDataProperty:"id",rootData}))){
(vErrors ??= []).push(...validate173.errors);
errors = vErrors.length;
}
}
if(data208.name !== undefined){
let data210 = data208.name;
if(typeof data210 === "string"){
if(!pattern12.test(data210)){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i15+"/name",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i15+"/name",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i15,keyword:"type",params:{type: "object"},message:"must be object"});
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
let data211 = data174.brand;
if(data211 && typeof data211 == "object" && !Array.isArray(data211)){
if(data211.name === undefined){
data211.name = "Gatehouse";
}
if(data211.logo === undefined){
data211.logo = null;
}
if(data211.logoDark === undefined){
data211.logoDark = null;
}
if(data211.favicon === undefined){
data211.favicon = null;
}
if(data211.background === undefined){
data211.background = null;
}
for(const key36 in data211){
if(!(((((key36 === "name") || (key36 === "logo")) || (key36 === "logoDark")) || (key36 === "favicon")) || (key36 === "background"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/brand",keyword:"additionalProperties",params:{additionalProperty: key36},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate126(data211.name, {instancePath:instancePath+"/login/brand/name",parentData:data211,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate126.errors);
errors = vErrors.length;
}
if(!(validate128(data211.logo, {instancePath:instancePath+"/login/brand/logo",parentData:data211,parentDataProperty:"logo",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
if(!(validate128(data211.logoDark, {instancePath:instancePath+"/login/brand/logoDark",parentData:data211,parentDataProperty:"logoDark",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
if(!(validate128(data211.favicon, {instancePath:instancePath+"/login/brand/favicon",parentData:data211,parentDataProperty:"favicon",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
if(!(validate128(data211.background, {instancePath:instancePath+"/login/brand/background",parentData:data211,parentDataProperty:"background",rootData}))){
(vErrors ??= []).push(...validate128.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/brand",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data217 = data174.theme;
if(data217 && typeof data217 == "object" && !Array.isArray(data217)){
if(data217.preset === undefined){
data217.preset = null;
}
if(data217.accent === undefined){
data217.accent = null;
}
if(data217.accentDark === undefined){
data217.accentDark = null;
}
if(data217.mode === undefined){
data217.mode = "auto";
}
if(data217.layout === undefined){
data217.layout = null;
}
if(data217.alignment === undefined){
data217.alignment = null;
}
if(data217.buttons === undefined){
data217.buttons = null;
}
if(data217.radius === undefined){
data217.radius = null;
}
if(data217.font === undefined){
data217.font = "system";
}
if(data217.fontFile === undefined){
data217.fontFile = null;
}
if(data217.cssFile === undefined){
data217.cssFile = null;
}
for(const key37 in data217){
if(!(func2.call(schema6.properties.login.properties.theme.properties, key37))){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme",keyword:"additionalProperties",params:{additionalProperty: key37},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate135(data217.preset, {instancePath:instancePath+"/login/theme/preset",parentData:data217,parentDataProperty:"preset",rootData}))){
(vErrors ??= []).push(...validate135.errors);
errors = vErrors.length;
}
if(!(validate137(data217.accent, {instancePath:instancePath+"/login/theme/accent",parentData:data217,parentDataProperty:"accent",rootData}))){
(vErrors ??= []).push(...validate137.errors);
errors = vErrors.length;
}
if(!(validate137(data217.accentDark, {instancePath:instancePath+"/login/theme/accentDark",parentData:data217,parentDataProperty:"accentDark",rootData}))){
(vErrors ??= []).push(...validate137.errors);
errors = vErrors.length;
}
let data221 = data217.mode;
if(!(((data221 === "auto") || (data221 === "light")) || (data221 === "dark"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/mode",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.theme.properties.mode.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate140(data217.layout, {instancePath:instancePath+"/login/theme/layout",parentData:data217,parentDataProperty:"layout",rootData}))){
(vErrors ??= []).push(...validate140.errors);
errors = vErrors.length;
}
if(!(validate142(data217.alignment, {instancePath:instancePath+"/login/theme/alignment",parentData:data217,parentDataProperty:"alignment",rootData}))){
(vErrors ??= []).push(...validate142.errors);
errors = vErrors.length;
}
if(!(validate144(data217.buttons, {instancePath:instancePath+"/login/theme/buttons",parentData:data217,parentDataProperty:"buttons",rootData}))){
(vErrors ??= []).push(...validate144.errors);
errors = vErrors.length;
}
if(!(validate146(data217.radius, {instancePath:instancePath+"/login/theme/radius",parentData:data217,parentDataProperty:"radius",rootData}))){
(vErrors ??= []).push(...validate146.errors);
errors = vErrors.length;
}
let data226 = data217.font;
if(typeof data226 === "string"){
if(!pattern41.test(data226)){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/font",keyword:"pattern",params:{pattern: "^[A-Za-z0-9 ,'\"_-]{1,200}$"},message:"must match pattern \""+"^[A-Za-z0-9 ,'\"_-]{1,200}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/font",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate148(data217.fontFile, {instancePath:instancePath+"/login/theme/fontFile",parentData:data217,parentDataProperty:"fontFile",rootData}))){
(vErrors ??= []).push(...validate148.errors);
errors = vErrors.length;
}
if(!(validate33(data217.cssFile, {instancePath:instancePath+"/login/theme/cssFile",parentData:data217,parentDataProperty:"cssFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/theme",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data229 = data174.links;
if(data229 && typeof data229 == "object" && !Array.isArray(data229)){
if(data229.privacy === undefined){
data229.privacy = null;
}
if(data229.terms === undefined){
data229.terms = null;
}
if(data229.help === undefined){
data229.help = null;
}
if(data229.contact === undefined){
data229.contact = null;
}
for(const key38 in data229){
if(!((((key38 === "privacy") || (key38 === "terms")) || (key38 === "help")) || (key38 === "contact"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/links",keyword:"additionalProperties",params:{additionalProperty: key38},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate152(data229.privacy, {instancePath:instancePath+"/login/links/privacy",parentData:data229,parentDataProperty:"privacy",rootData}))){
(vErrors ??= []).push(...validate152.errors);
errors = vErrors.length;
}
if(!(validate152(data229.terms, {instancePath:instancePath+"/login/links/terms",parentData:data229,parentDataProperty:"terms",rootData}))){
(vErrors ??= []).push(...validate152.errors);
errors = vErrors.length;
}
if(!(validate152(data229.help, {instancePath:instancePath+"/login/links/help",parentData:data229,parentDataProperty:"help",rootData}))){
(vErrors ??= []).push(...validate152.errors);
errors = vErrors.length;
}
if(!(validate152(data229.contact, {instancePath:instancePath+"/login/links/contact",parentData:data229,parentDataProperty:"contact",rootData}))){
(vErrors ??= []).push(...validate152.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/links",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data234 = data174.destinations;
if(data234 && typeof data234 == "object" && !Array.isArray(data234)){
for(const key39 in data234){
if(!(pattern17.test(key39))){
(vErrors ??= []).push({instancePath:instancePath+"/login/destinations",keyword:"additionalProperties",params:{additionalProperty: key39},message:"must NOT have additional properties"});
errors++;
}
}
for(const key40 in data234){
if(pattern17.test(key40)){
if(!(validate159(data234[key40], {instancePath:instancePath+"/login/destinations/" + key40.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data234,parentDataProperty:key40,rootData}))){
(vErrors ??= []).push(...validate159.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/destinations",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data236 = data174.hosts;
if(data236 && typeof data236 == "object" && !Array.isArray(data236)){
for(const key41 in data236){
if(!(pattern3.test(key41))){
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts",keyword:"additionalProperties",params:{additionalProperty: key41},message:"must NOT have additional properties"});
errors++;
}
}
for(const key42 in data236){
if(pattern3.test(key42)){
let data237 = data236[key42];
if(data237 && typeof data237 == "object" && !Array.isArray(data237)){
for(const key43 in data237){
if(!((((key43 === "brand") || (key43 === "theme")) || (key43 === "links")) || (key43 === "destinations"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts/" + key42.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"additionalProperties",params:{additionalProperty: key43},message:"must NOT have additional properties"});
errors++;
}
}
if(data237.brand !== undefined){
if(!(validate125(data237.brand, {instancePath:instancePath+"/login/hosts/" + key42.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",parentData:data237,parentDataProperty:"brand",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
}
if(data237.theme !== undefined){
if(!(validate134(data237.theme, {instancePath:instancePath+"/login/hosts/" + key42.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",parentData:data237,parentDataProperty:"theme",rootData}))){
(vErrors ??= []).push(...validate134.errors);
errors = vErrors.length;
}
}
if(data237.links !== undefined){
if(!(validate151(data237.links, {instancePath:instancePath+"/login/hosts/" + key42.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",parentData:data237,parentDataProperty:"links",rootData}))){
(vErrors ??= []).push(...validate151.errors);
errors = vErrors.length;
}
}
if(data237.destinations !== undefined){
if(!(validate158(data237.destinations, {instancePath:instancePath+"/login/hosts/" + key42.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations",parentData:data237,parentDataProperty:"destinations",rootData}))){
(vErrors ??= []).push(...validate158.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts/" + key42.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data242 = data174.locales;
if(data242 && typeof data242 == "object" && !Array.isArray(data242)){
if(data242.default === undefined){
data242.default = "en";
}
if(data242.enabled === undefined){
data242.enabled = ["en","de","fr","es","pt-BR","it","nl","pl","tr","ja","ko","zh-Hans","zh-Hant","ar","he"];
}
if(data242.overrides === undefined){
data242.overrides = {};
}
for(const key44 in data242){
if(!(((key44 === "default") || (key44 === "enabled")) || (key44 === "overrides"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales",keyword:"additionalProperties",params:{additionalProperty: key44},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate262(data242.default, {instancePath:instancePath+"/login/locales/default",parentData:data242,parentDataProperty:"default",rootData}))){
(vErrors ??= []).push(...validate262.errors);
errors = vErrors.length;
}
let data244 = data242.enabled;
if(Array.isArray(data244)){
if(data244.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len13 = data244.length;
for(let i16=0; i16<len13; i16++){
let data245 = data244[i16];
if(typeof data245 === "string"){
if(!pattern46.test(data245)){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled/" + i16,keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled/" + i16,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i17 = data244.length;
let j3;
if(i17 > 1){
const indices2 = {};
for(;i17--;){
let item2 = data244[i17];
if(typeof item2 !== "string"){
continue;
}
if(typeof indices2[item2] == "number"){
j3 = indices2[item2];
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"uniqueItems",params:{i: i17, j: j3},message:"must NOT have duplicate items (items ## "+j3+" and "+i17+" are identical)"});
errors++;
break;
}
indices2[item2] = i17;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
let data246 = data242.overrides;
if(data246 && typeof data246 == "object" && !Array.isArray(data246)){
for(const key45 in data246){
if(!(pattern46.test(key45))){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/overrides",keyword:"additionalProperties",params:{additionalProperty: key45},message:"must NOT have additional properties"});
errors++;
}
}
for(const key46 in data246){
if(pattern46.test(key46)){
let data247 = data246[key46];
if(data247 && typeof data247 == "object" && !Array.isArray(data247)){
for(const key47 in data247){
if(pattern31.test(key47)){
if(!(validate28(data247[key47], {instancePath:instancePath+"/login/locales/overrides/" + key46.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key47.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data247,parentDataProperty:key47,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/overrides/" + key46.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"},message:"must be object"});
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
let data249 = data174.security;
if(data249 && typeof data249 == "object" && !Array.isArray(data249)){
if(data249.trustedTypes === undefined){
data249.trustedTypes = "auto";
}
if(data249.reportUri === undefined){
data249.reportUri = null;
}
if(data249.recaptcha === undefined){
data249.recaptcha = false;
}
for(const key48 in data249){
if(!(((key48 === "trustedTypes") || (key48 === "reportUri")) || (key48 === "recaptcha"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/security",keyword:"additionalProperties",params:{additionalProperty: key48},message:"must NOT have additional properties"});
errors++;
}
}
let data250 = data249.trustedTypes;
if(!((data250 === "auto") || (data250 === "off"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/trustedTypes",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.security.properties.trustedTypes.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data251 = data249.reportUri;
if((typeof data251 !== "string") && (data251 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/reportUri",keyword:"type",params:{type: schema6.properties.login.properties.security.properties.reportUri.type},message:"must be string,null"});
errors++;
}
if(typeof data251 === "string"){
if(!pattern51.test(data251)){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/reportUri",keyword:"pattern",params:{pattern: "^https://[^\\s;,'\"]+$"},message:"must match pattern \""+"^https://[^\\s;,'\"]+$"+"\""});
errors++;
}
}
if(!(validate35(data249.recaptcha, {instancePath:instancePath+"/login/security/recaptcha",parentData:data249,parentDataProperty:"recaptcha",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/security",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data253 = data174.emulator;
if((typeof data253 !== "string") && (data253 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/emulator",keyword:"type",params:{type: schema6.properties.login.properties.emulator.type},message:"must be string,null"});
errors++;
}
if(typeof data253 === "string"){
if(!pattern52.test(data253)){
(vErrors ??= []).push({instancePath:instancePath+"/login/emulator",keyword:"pattern",params:{pattern: "^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"+"\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data254 = data.account;
if(data254 && typeof data254 == "object" && !Array.isArray(data254)){
if(data254.enabled === undefined){
data254.enabled = false;
}
if(data254.name === undefined){
data254.name = true;
}
if(data254.password === undefined){
data254.password = true;
}
if(data254.email === undefined){
data254.email = true;
}
if(data254.providers === undefined){
data254.providers = true;
}
if(data254.secondStep === undefined){
data254.secondStep = true;
}
if(data254.passkeys === undefined){
data254.passkeys = true;
}
if(data254.export === undefined){
data254.export = true;
}
if(data254.delete === undefined){
data254.delete = false;
}
for(const key49 in data254){
if(!(func2.call(schema6.properties.account.properties, key49))){
(vErrors ??= []).push({instancePath:instancePath+"/account",keyword:"additionalProperties",params:{additionalProperty: key49},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data254.enabled, {instancePath:instancePath+"/account/enabled",parentData:data254,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data254.name, {instancePath:instancePath+"/account/name",parentData:data254,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data254.password, {instancePath:instancePath+"/account/password",parentData:data254,parentDataProperty:"password",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data254.email, {instancePath:instancePath+"/account/email",parentData:data254,parentDataProperty:"email",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data254.providers, {instancePath:instancePath+"/account/providers",parentData:data254,parentDataProperty:"providers",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data254.secondStep, {instancePath:instancePath+"/account/secondStep",parentData:data254,parentDataProperty:"secondStep",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data254.passkeys, {instancePath:instancePath+"/account/passkeys",parentData:data254,parentDataProperty:"passkeys",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data254.export, {instancePath:instancePath+"/account/export",parentData:data254,parentDataProperty:"export",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data254.delete, {instancePath:instancePath+"/account/delete",parentData:data254,parentDataProperty:"delete",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/account",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data264 = data.log;
if(data264 && typeof data264 == "object" && !Array.isArray(data264)){
if(data264.level === undefined){
data264.level = "info";
}
if(data264.format === undefined){
data264.format = "json";
}
if(data264.requests === undefined){
data264.requests = "all";
}
if(data264.sample === undefined){
data264.sample = 1;
}
if(data264.slowMs === undefined){
data264.slowMs = 5000;
}
for(const key50 in data264){
if(!(((((key50 === "level") || (key50 === "format")) || (key50 === "requests")) || (key50 === "sample")) || (key50 === "slowMs"))){
(vErrors ??= []).push({instancePath:instancePath+"/log",keyword:"additionalProperties",params:{additionalProperty: key50},message:"must NOT have additional properties"});
errors++;
}
}
let data265 = data264.level;
if(!(((((((data265 === "fatal") || (data265 === "error")) || (data265 === "warn")) || (data265 === "info")) || (data265 === "debug")) || (data265 === "trace")) || (data265 === "silent"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/level",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.level.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data266 = data264.format;
if(!((data266 === "json") || (data266 === "text"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/format",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.format.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data267 = data264.requests;
if(!(((data267 === "all") || (data267 === "refused")) || (data267 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/requests",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.requests.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data268 = data264.sample;
if((typeof data268 == "number") && (isFinite(data268))){
if(data268 > 1 || isNaN(data268)){
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"});
errors++;
}
if(data268 < 0 || isNaN(data268)){
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"type",params:{type: "number"},message:"must be number"});
errors++;
}
let data269 = data264.slowMs;
if(!(((typeof data269 == "number") && (!(data269 % 1) && !isNaN(data269))) && (isFinite(data269)))){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data269 == "number") && (isFinite(data269))){
if(data269 > 3600000 || isNaN(data269)){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000"});
errors++;
}
if(data269 < 1 || isNaN(data269)){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/log",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data270 = data.audit;
if(data270 && typeof data270 == "object" && !Array.isArray(data270)){
if(data270.to === undefined){
data270.to = "stdout";
}
if(data270.format === undefined){
data270.format = "json";
}
if(data270.refreshes === undefined){
data270.refreshes = false;
}
for(const key51 in data270){
if(!(((key51 === "to") || (key51 === "format")) || (key51 === "refreshes"))){
(vErrors ??= []).push({instancePath:instancePath+"/audit",keyword:"additionalProperties",params:{additionalProperty: key51},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate28(data270.to, {instancePath:instancePath+"/audit/to",parentData:data270,parentDataProperty:"to",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
let data272 = data270.format;
if(!((data272 === "json") || (data272 === "cloudevents"))){
(vErrors ??= []).push({instancePath:instancePath+"/audit/format",keyword:"enum",params:{allowedValues: schema6.properties.audit.properties.format.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data270.refreshes, {instancePath:instancePath+"/audit/refreshes",parentData:data270,parentDataProperty:"refreshes",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/audit",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data274 = data.tracing;
if(data274 && typeof data274 == "object" && !Array.isArray(data274)){
if(data274.accept === undefined){
data274.accept = "trusted";
}
if(data274.paths === undefined){
data274.paths = false;
}
if(data274.subject === undefined){
data274.subject = false;
}
for(const key52 in data274){
if(!(((key52 === "accept") || (key52 === "paths")) || (key52 === "subject"))){
(vErrors ??= []).push({instancePath:instancePath+"/tracing",keyword:"additionalProperties",params:{additionalProperty: key52},message:"must NOT have additional properties"});
errors++;
}
}
let data275 = data274.accept;
if(!(((data275 === "trusted") || (data275 === "all")) || (data275 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/tracing/accept",keyword:"enum",params:{allowedValues: schema6.properties.tracing.properties.accept.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data274.paths, {instancePath:instancePath+"/tracing/paths",parentData:data274,parentDataProperty:"paths",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data274.subject, {instancePath:instancePath+"/tracing/subject",parentData:data274,parentDataProperty:"subject",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/tracing",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data278 = data.workers;
if((!(((typeof data278 == "number") && (!(data278 % 1) && !isNaN(data278))) && (isFinite(data278)))) && (typeof data278 !== "string")){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"type",params:{type: schema6.properties.workers.type},message:"must be integer,string"});
errors++;
}
if((typeof data278 == "number") && (isFinite(data278))){
if(data278 > 64 || isNaN(data278)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"maximum",params:{comparison: "<=", limit: 64},message:"must be <= 64"});
errors++;
}
if(data278 < 1 || isNaN(data278)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
if(typeof data278 === "string"){
if(!pattern53.test(data278)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"pattern",params:{pattern: "^auto$"},message:"must match pattern \""+"^auto$"+"\""});
errors++;
}
}
let data279 = data.reload;
if(data279 && typeof data279 == "object" && !Array.isArray(data279)){
if(data279.watch === undefined){
data279.watch = true;
}
if(data279.pollSeconds === undefined){
data279.pollSeconds = 10;
}
for(const key53 in data279){
if(!((key53 === "watch") || (key53 === "pollSeconds"))){
(vErrors ??= []).push({instancePath:instancePath+"/reload",keyword:"additionalProperties",params:{additionalProperty: key53},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data279.watch, {instancePath:instancePath+"/reload/watch",parentData:data279,parentDataProperty:"watch",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate280(data279.pollSeconds, {instancePath:instancePath+"/reload/pollSeconds",parentData:data279,parentDataProperty:"pollSeconds",rootData}))){
(vErrors ??= []).push(...validate280.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/reload",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data282 = data.shutdown;
if(data282 && typeof data282 == "object" && !Array.isArray(data282)){
if(data282.drainSeconds === undefined){
data282.drainSeconds = 0;
}
if(data282.graceSeconds === undefined){
data282.graceSeconds = 30;
}
for(const key54 in data282){
if(!((key54 === "drainSeconds") || (key54 === "graceSeconds"))){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown",keyword:"additionalProperties",params:{additionalProperty: key54},message:"must NOT have additional properties"});
errors++;
}
}
let data283 = data282.drainSeconds;
if(!(((typeof data283 == "number") && (!(data283 % 1) && !isNaN(data283))) && (isFinite(data283)))){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data283 == "number") && (isFinite(data283))){
if(data283 > 600 || isNaN(data283)){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600"});
errors++;
}
if(data283 < 0 || isNaN(data283)){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
if(!(validate280(data282.graceSeconds, {instancePath:instancePath+"/shutdown/graceSeconds",parentData:data282,parentDataProperty:"graceSeconds",rootData}))){
(vErrors ??= []).push(...validate280.errors);
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

