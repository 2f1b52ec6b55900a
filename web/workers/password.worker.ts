import { expose } from 'comlink'
import { estimatePassword } from './password/estimate-password.ts'

/** How hard a new password is to guess: off the main thread, for the lists take half a second to read. No network, no keys. */
const api = { estimatePassword }
export type PasswordWorker = typeof api
expose(api)
