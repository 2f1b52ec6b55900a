import { createVaultClient } from '#web/lib/create-vault-client.ts'
import { startApp } from './start.tsx'

startApp(createVaultClient())
