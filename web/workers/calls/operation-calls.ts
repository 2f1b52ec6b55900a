import { dropMail, readOperations, runJobAgain } from '#vault/organisation/operations.ts'
import { withApi } from './bind-calls.ts'

/** The work of the installation, for who operates it. The server refuses others. */
export const operationCalls = withApi({ read: readOperations, runAgain: runJobAgain, dropMail })
