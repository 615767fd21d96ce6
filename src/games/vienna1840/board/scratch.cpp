#include "games/vienna1840/board/scratch.h"

namespace remise::vienna1840 {

Scratch& scratch() {
  thread_local Scratch memory;
  return memory;
}

}  // namespace remise::vienna1840
