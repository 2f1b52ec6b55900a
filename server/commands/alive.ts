import http from 'node:http'
import https from 'node:https'

/** Asks the server on this machine whether it answers, for containers: nothing but Node is there to ask. Ends with 0 when it does. */
const ANSWERS_MS = 4000
const { HOST = '127.0.0.1', PORT = '3000', TLS_CERT_FILE } = process.env
const address = {
  // These are for listening only.
  host: ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST,
  port: PORT,
  path: '/livez',
  timeout: ANSWERS_MS,
}
// The certificate is for the name that people use, and this is the machine itself.
const request = TLS_CERT_FILE ? https.get({ ...address, rejectUnauthorized: false }) : http.get(address)
request.on('response', (response) => process.exit(response.statusCode === 200 ? 0 : 1))
request.on('timeout', () => request.destroy(new Error(`no answer within ${ANSWERS_MS} ms`)))
request.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
