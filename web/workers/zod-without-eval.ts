import { config } from 'zod'

// Zod tries whether it may make code out of text. The policy of the document refuses that, and Firefox reports it on its console.
config({ jitless: true })
