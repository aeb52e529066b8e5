/** A text of words as their list. */
export const words = (text: string): string[] => text.trim().split(/\s+/)

/** Written for a slash. */
export const SLASHES = words(String.raw`
  // /// %2f %2F %252f %2f%2f /%2f \ %5c %5C %255c /\ %c0%af %u2215 /./ /%2e/ /.%2f /;/ /;x=y/ ;/ ;x=y/
  /%20/ %20/ /%00/ %00/ ./ %2e/ /+/ /x/../ /x/%2e%2e/ /x/%2E./ /x/..;/ /x/..%2f /x%2f..%2f /x/..%5c
  /x/..%00/ /x/%252e%252e/ /x/../.././../ %e2%88%95 %ef%bc%8f %ef%bc%bc %e2%81%84 /%c2%a0/ /%ef%bc%8e/
  /x/%ef%bc%8e%ef%bc%8e/
`)
/** Written behind any character. */
export const INSERTED = words(`
  %00 %20 %09 %0a %0d %7f %c2%ad %e2%80%8b %e2%81%a0 %ef%bb%bf %cc%87 %c2%80 %08 %1f %ff % %zz %f + ^ "
  %e2%80%8d %ef%b8%8f %f3%a0%84%80
`)
/** Written before a slash, and at the end. */
export const SEGMENT_ENDS = words(`
  ; ;x=y ;x=y;z ;.css ;jsessionid=1 %3b %3bx=y %3Bx . .. ... %2e %2E%2e %20 %20%20 .%20 %20. %00 %09 %0a
  ::$DATA ::$INDEX_ALLOCATION :$i30:$INDEX_ALLOCATION %3a%3a$data :x ~1 ,x ! @ %3f %3fx=y %23 %23x & %26x
  %c2%a0 %e3%80%80 %25 * |
`)
/** Written behind a slash. */
export const SEGMENT_STARTS = words(`
  %20 %09 %00 . ./ %2e/ %ef%bb%bf %c2%a0 ;/ + : (x) @ ~
`)
/** Written behind a path. */
export const ENDS = [
  ...words(`
  / // /. /./ /.. /%2e /x/.. /x/%2e%2e /; /;x /%20 %2f %5c /%2f /..;/ ? ?? ?x ?.css ?/public/page # #x
  #/../public/page %3f.css %23.css %0d%0a %0a%20HTTP/1.1
`),
  ' ',
  '\t'
]
/** What frameworks accept behind the name of a page. */
export const USUAL_EXTENSIONS = ['.json', '.data', '.html', '.php', '.cgi', '.JSON', '%2ejson', '.rsc']
export const EXTENSIONS = words(`
  .HTML .htm .xhtml .xml .js .txt .md .csv .pdf .png .css .html.html .en .de.html .gz .br .bak .php5 .do
  .action .jsp .asp .aspx .shtml .var .any .x .json/ .html/x .segments .1 .% .html;x=y .json%20
  .turbo_stream .atom .rss .ics %2Ehtml
`)
/** Written behind a path, as a file or folder inside. */
export const INSIDE = words(`
  /x /x.css /index /index.html /index.htm  /index.json /index.data /_.data /.json /default /page
  /page.rsc /_payload.json /__data.json /_.rsc /.html /favicon.ico /@fs /%2e.css
`)
/** Written before a path, as the name of the script that handles all. */
export const FRONT_CONTROLLERS = words(`
  /index.php /INDEX.PHP /index.php/ //index.php /index.php;x /index.php/index.php /%69ndex.php /index%2ephp
  /app.php /app_dev.php /index.php5 /admin/../index.php /public/..%2findex.php
`)
/** Written before a path. */
export const STARTS = words(String.raw`
  / // /. /./ /%2e /; /;x=y /%20 /%09 /%00 /%2f %2f /%5c /\ \ %5c /.. /%2e%2e /..; /..%2f /~ /x/..
  /x/%2e%2e        
  /index.html /index /cgi-bin /public/.. /public/%2e%2e
  /public/.%2e /public/%2E. /public/%252e%252e /public/..; /public/..;x=y /public/../x/.. /public/..%2f
  /public%2f.. /public%2f%2e%2e /public\.. /public/..\ /public%5c.. /public/%2e%2e%5c /public/%c0%ae%c0%ae
  /public/%ef%bc%8e%ef%bc%8e /public/..%00 /public/..%20 /public/.%20. /public/... /public/....
  /public//.. /public/./.. /public/;/.. /public/;x/%2e%2e /public/x/../.. /public/page/..%2f..
  /public/%u002e%u002e /public/%e2%80%a4%e2%80%a4 /en /api /_next/data /static/.. /assets/..
  /public/page%3f/../.. /public/page%23/../.. /public/page;/../.. /.well-known/.. /favicon.ico/..
  //public/.. /PUBLIC/.. /public%20/.. /public./..
`)
/** Names of fields that say another target. */
export const TARGET_FIELDS = words(`
  x-original-url x-original-uri x-rewrite-url x-rewrite-uri x-forwarded-uri x-forwarded-url
  x-forwarded-path x-forwarded-prefix x-script-name script-name x_original_url path-info x-path-info
  x-envoy-original-path x-invoke-path x-matched-path x-middleware-rewrite x-now-route-matches
  x-accel-redirect x-sendfile x-real-uri x-override-url x-proxy-url x-http-destinationurl
  x-waws-unencoded-url destination referer content-location x-uri
`)
/** Other targets for a request. `PLAIN` is the path as clients write it, `REST` the same without its slash, `PUBLIC` a public path. */
export const TARGETS = words(`
  http://<host>PLAIN https://<host>PLAIN HTTP://<host>PLAIN http://<host>:80PLAIN http://x@<host>PLAIN
  http://evil.examplePLAIN http://<host>/public/..PLAIN //<host>PLAIN REST /<host>PLAIN /http://<host>PLAIN
  * ?PLAIN /?PLAIN /?url=PLAIN /index.php?PLAIN /index.php?url=PLAIN /index.php?q=REST /index.php?r=REST
  /index.php?s=PLAIN PUBLIC?_path=PLAIN PUBLIC?__path=PLAIN PUBLIC?/../..PLAIN PUBLIC#/../..PLAIN
  PUBLIC%3f/../..PLAIN PUBLIC/..%2f..PLAIN PUBLIC;/../..PLAIN PUBLIC%00PLAIN PUBLIC%0d%0aPLAIN
  PUBLIC%20HTTP/1.1%0d%0aHost:x PUBLIC?_method=DELETE PUBLIC?_format=json&_path=PLAIN
`)
export const METHODS = words(`
  HEAD POST PUT PATCH DELETE OPTIONS PROPFIND REPORT SEARCH QUERY TRACE get Get FOO
`)
/** Fields that frameworks read beside the path. */
export const OTHER_FIELDS: readonly Record<string, string>[] = [
  { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings, close', 'http2-settings': 'AAMAAABkAAQAAP__' },
  {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
  },
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware' },
  { 'x-middleware-prefetch': '1', purpose: 'prefetch' },
  { 'x-nextjs-data': '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { range: 'bytes=0-3' },
  { expect: '100-continue' },
  { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
  { 'sec-purpose': 'prefetch' },
  { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', 'x-forwarded-host': 'localhost' },
  { 'x-gatehouse-assertion': 'x', 'x-forwarded-user': 'admin', 'x-forwarded-email': 'admin@example.com' }
]
