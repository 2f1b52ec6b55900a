// First of all: schemas read this as they are made.
import './zod-without-eval.ts'
import { expose } from 'comlink'
import { carryVaultErrors } from './errors.ts'
import { TransferCalls } from './transfer/transfer-calls.ts'

carryVaultErrors()
expose(new TransferCalls())
