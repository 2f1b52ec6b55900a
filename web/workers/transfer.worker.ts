import { expose } from 'comlink'
import { carryVaultErrors } from './errors.ts'
import { TransferCalls } from './transfer/transfer-calls.ts'

carryVaultErrors()
expose(new TransferCalls())
