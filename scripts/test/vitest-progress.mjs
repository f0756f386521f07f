/** A vitest reporter for `npm test`: a line for each file as it ends. What failed is told at the end, from the report. */
import { relative } from 'node:path';

export default class Progress {
  #total = 0;
  #done = 0;

  onTestRunStart(specifications) {
    this.#total = specifications.length;
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()];
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const verdict = module.state() === 'failed' ? ` FAILED${failed ? ` ${failed}` : ''}` : '';
    this.#done++;
    console.log(
      `${this.#done}/${this.#total} ${relative(process.cwd(), module.moduleId)} ${tests.length} tests, ${seconds} s${verdict}`,
    );
  }

  /** What no test stands for: without it nobody knows why a run failed. */
  onTestRunEnd(_modules, errors) {
    for (const { name, message, stack } of errors)
      console.log(`outside the tests: ${name}: ${message}\n${stack ?? ''}`);
  }
}
