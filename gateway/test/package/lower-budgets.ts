import { lowerBudgets, measureSizes, readBudgets, writeBudgets } from '../fixtures/repository/budgets.ts'

/** Lowers the budgets of gateway/budgets.json to what is there: part of `npm run generate`. It raises none. */
writeBudgets(lowerBudgets(readBudgets(), measureSizes()))
