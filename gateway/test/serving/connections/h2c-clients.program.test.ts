import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { findProgram } from '../../fixtures/processes/find-program.ts'
import { startGatewayProcess } from '../../fixtures/processes/gateway-process.ts'
import { readJson } from '../../fixtures/wire/http-client.ts'

const run = promisify(execFile)
const curl = findProgram('CURL', 'curl')
const java = findProgram('JAVA', 'java')
const BODY = 'body '.repeat(20_000)

/** Java's client as it is by default: it offers h2c with every request. */
const JAVA_CLIENT = `
import java.net.URI;
import java.net.http.*;
public class Ask {
  public static void main(String[] args) throws Exception {
    var client = HttpClient.newHttpClient();
    var text = HttpResponse.BodyHandlers.ofString();
    var get = HttpRequest.newBuilder(URI.create(args[0])).build();
    var post = HttpRequest.newBuilder(URI.create(args[0]))
      .POST(HttpRequest.BodyPublishers.ofString("body ".repeat(20000))).build();
    for (var request : new HttpRequest[] { get, post, get }) {
      var answer = client.send(request, text);
      System.out.println(answer.statusCode() + " " + answer.version() + " " + answer.body());
    }
  }
}`

/** The echo of the request by the application. */
function readEcho(text: string) {
  const { method, body, headers } = readJson(text) as {
    method?: string
    body?: string
    headers?: Record<string, string>
  }
  const { connection, upgrade, 'http2-settings': settings } = headers ?? {}
  return { method, body, connection, upgrade, settings }
}

const NOTHING_OF_H2C = { connection: 'keep-alive', upgrade: undefined, settings: undefined }

t.test(
  'h2c: curl --http2, with and without a body',
  { skip: curl === null ? 'no curl' : false },
  async (t) => {
    const gateway = await startGatewayProcess(t)
    const ask = async (...args: string[]) =>
      readEcho((await run(curl ?? '', ['-sS', '--fail', '--http2', ...args, `${gateway.url}/open`])).stdout)
    t.same(await ask(), { method: 'GET', body: '', ...NOTHING_OF_H2C })
    t.same(await ask('--data-raw', BODY), { method: 'POST', body: BODY, ...NOTHING_OF_H2C })
  }
)

t.test(
  'h2c: Java’s HttpClient, with and without a body',
  { skip: java === null ? 'no java' : false },
  async (t) => {
    const gateway = await startGatewayProcess(t)
    const source = join(t.testdir({ 'Ask.java': JAVA_CLIENT }), 'Ask.java')
    const { stdout } = await run(java ?? '', [source, `${gateway.url}/open`], { maxBuffer: 2 ** 22 })
    const responses = stdout.trim().split('\n')
    for (const response of responses) t.match(response, /^200 HTTP_1_1 /)
    t.same(
      responses.map((response) => readEcho(response.slice('200 HTTP_1_1 '.length))),
      [
        { method: 'GET', body: '', ...NOTHING_OF_H2C },
        { method: 'POST', body: BODY, ...NOTHING_OF_H2C },
        { method: 'GET', body: '', ...NOTHING_OF_H2C }
      ]
    )
  }
)
