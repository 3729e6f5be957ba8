/** Judges a row of a file by itself: what it lacks, and the customer that it means. */
import { createAjv, type Validate } from '../../contract/ajv.ts'
import { importColumns, importedRows } from '../../contract/components/bulkImports.ts'
import { composedText } from '../../contract/composedText.ts'
import type { FieldError } from '../../contract/errors.ts'
import { isBrokenText } from '../../contract/storable.ts'
import { domainOf } from '../../contract/umaAddress.ts'
import { birthDateProblem } from '../../domain/verification/birthDate.ts'
import { addServiceFormats, fieldErrors } from '../../runtime/schemaErrors.ts'

export type RowFacts = {
  readonly columns: readonly string[]
  readonly umaDomain: string
  /** ISO date. */
  readonly today: string
}

export type RowCustomer = {
  readonly platformCustomerId: string
  readonly customerType: 'INDIVIDUAL' | 'BUSINESS'
  readonly umaAddress: string
  readonly email: string | undefined
  readonly profile: object
  /** In clear text. */
  readonly identityNumber: string | undefined
}

export type JudgedRow =
  | { readonly customer: RowCustomer }
  | {
      /** The row's own id, where it has one. */
      readonly correlationId: string | undefined
      readonly errors: readonly FieldError[]
    }

const checks = compiled()

/** An id that is longer than this names no row. */
const CORRELATION_ID_MAX = 255

/** Judges the cells of a row. Whether other customers have its ids is for the database to say. */
export function judgeRow(cells: readonly string[], facts: RowFacts): JudgedRow {
  const row = rowOf(cells, facts.columns)
  const errors = [...cellErrors(cells, facts.columns), ...rowErrors(row, facts)]
  if (errors.length === 0) return { customer: customerOf(row as Required<Row>) }
  const { platformCustomerId: id } = row
  const isNamed = id !== undefined && id.length <= CORRELATION_ID_MAX && !isDamaged(id)
  return { correlationId: isNamed ? id : undefined, errors: firstOfEach(errors) }
}

type Row = { readonly [column: string]: string | undefined }

/** Empty cells are absent, and texts composed as those of a body are. */
function rowOf(cells: readonly string[], columns: readonly string[]): Row {
  const known = columns.flatMap((column, index) =>
    importColumns.has(column) && cells[index]
      ? [[column, composedText(cells[index])] as const]
      : [],
  )
  return Object.fromEntries(known)
}

function cellErrors(cells: readonly string[], columns: readonly string[]): FieldError[] {
  const errors: FieldError[] = []
  if (cells.length !== columns.length) {
    const message = `has ${cells.length} cells, the first line ${columns.length}`
    errors.push({ field: '(row)', constraint: 'items', message })
  }
  for (const [index, column] of columns.entries()) {
    if (!importColumns.has(column) || !isDamaged(cells[index] ?? '')) continue
    const message = 'must be UTF-8 without the character U+0000'
    errors.push({ field: column, constraint: 'encoding', message })
  }
  return errors
}

/** The replacement character stands where bytes were no UTF-8. */
function isDamaged(cell: string): boolean {
  return cell.includes('\uFFFD') || isBrokenText(cell)
}

function rowErrors(row: Row, { umaDomain, today }: RowFacts): FieldError[] {
  const { customerType, umaAddress, birthDate } = row
  // A cell may name what every object has: `constructor`.
  const isType = customerType !== undefined && Object.hasOwn(checks, customerType)
  const check = isType ? checks[customerType as RowCustomer['customerType']] : undefined
  if (check === undefined) {
    const message = 'must be one of INDIVIDUAL, BUSINESS'
    return [{ field: 'customerType', constraint: customerType ? 'enum' : 'required', message }]
  }
  const errors = check(row) ? [] : fieldErrors(check.errors ?? [])
  if (umaAddress !== undefined && domainOf(umaAddress) !== umaDomain.toLowerCase()) {
    const message = `must be of the platform's domain ${umaDomain}`
    errors.push({ field: 'umaAddress', constraint: 'const', message })
  }
  const born =
    customerType === 'INDIVIDUAL' && birthDate !== undefined
      ? birthDateProblem(birthDate, today)
      : undefined
  if (born !== undefined) errors.push({ field: 'birthDate', constraint: 'maximum', message: born })
  return errors
}

function firstOfEach(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ field }, at) => errors.findIndex((one) => one.field === field) === at)
}

function customerOf(row: Required<Row>): RowCustomer {
  const { platformCustomerId = '', umaAddress = '', email } = row
  const { addressLine1: line1, addressLine2: line2, city, state, postalCode, country } = row
  const address = { line1, line2, city, state, postalCode, country }
  const shared = { platformCustomerId, umaAddress, email }
  if (row.customerType === 'INDIVIDUAL') {
    const { fullName, birthDate } = row
    const profile = { fullName, birthDate, address }
    return { ...shared, customerType: 'INDIVIDUAL', profile, identityNumber: undefined }
  }
  const { businessLegalName: legalName, businessRegistrationNumber: registrationNumber } = row
  // The country of its address is taken for that of its registration until a change says otherwise.
  const businessInfo = { legalName, registrationNumber, country }
  const profile = { address, businessInfo }
  return { ...shared, customerType: 'BUSINESS', profile, identityNumber: row.businessTaxId }
}

function compiled(): Readonly<Record<string, Validate | undefined>> {
  const ajv = createAjv({ allErrors: true, verbose: true }, addServiceFormats)
  return {
    INDIVIDUAL: ajv.compile(importedRows.INDIVIDUAL),
    BUSINESS: ajv.compile(importedRows.BUSINESS),
  }
}
