/** The models of plain records. Each database has its own, bound to its pool. */
import type { Sequelize } from 'sequelize'
import { Platform, platformAttributes } from './Platform.ts'
import { Token, tokenAttributes } from './Token.ts'
import { UmaProvider, umaProviderAttributes } from './UmaProvider.ts'
import { Vasp, vaspAttributes } from './Vasp.ts'

export type Models = ReturnType<typeof defineModels>

/** Binds the models to a pool: a process may have several, and a model class has one. Tables are named by the plural. */
export function defineModels(sequelize: Sequelize) {
  const bound = (modelName: string) => ({ sequelize, modelName })
  return {
    Platform: class extends Platform {}.init(platformAttributes, bound('Platform')),
    Token: class extends Token {}.init(tokenAttributes, bound('Token')),
    UmaProvider: class extends UmaProvider {}.init(umaProviderAttributes, bound('UmaProvider')),
    Vasp: class extends Vasp {}.init(vaspAttributes, bound('Vasp')),
  }
}
