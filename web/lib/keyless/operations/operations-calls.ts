import { dropMail, readOperations, runJobAgain } from './operations.ts'

/** The work of the installation, for who operates it. The server refuses others. */
export const operationCalls = { read: readOperations, runAgain: runJobAgain, dropMail }
