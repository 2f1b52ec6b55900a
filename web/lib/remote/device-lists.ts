/** Apart from the client, which the first page loads: only dialogs that add devices need these. */
export { type CsvRow, type DeviceCsv, readDeviceCsv, writeCodesCsv } from '#vault/devices/device-csv.ts'
export { nameProblem } from '#vault/devices/device-name.ts'
