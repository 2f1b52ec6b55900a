import http from 'node:http'
import { workerData } from 'node:worker_threads'
import type { Crowd } from './b17-strangers.ts'

/** Each sends the next request when the last is answered, whatever it was answered by. */

const { url, senders, answered } = workerData as Crowd
const nested = (levels: number): string =>
  levels === 0 ? 'id' : `status_incidents(status_incident_updates(${nested(levels - 1)}))`
const address = `${url}/rest/v1/status_incident_updates?select=${nested(4)}`
const agent = new http.Agent({ keepAlive: true, maxSockets: senders.length })

function ask(headers: Record<string, string>): void {
  const next = (): void => {
    Atomics.add(answered, 0, 1)
    ask(headers)
  }
  http
    .request(address, { agent, headers }, (response) => response.resume().once('end', next))
    .once('error', (error) => {
      throw error
    })
    .end()
}

for (const headers of senders) ask(headers)
