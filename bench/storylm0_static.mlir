// StoryLM-0's static functions as a module of upstream MLIR: one operation for each operation of
// spec/programs/storylm0_generate.kina, by the same names, in the same order. tools/bench times how long mlir-opt takes
// to parse and verify it, beside `kina prove` of that program.
//
// What has to be written otherwise:
//   gather        linalg.generic over tensor.extract
//   broadcast     linalg.broadcast of a weight, tensor.splat of the scale
//   a @ b         linalg.batch_matmul; over two leading axes, which no named operation has, linalg.generic
//   reshape       tensor.expand_shape, tensor.collapse_shape
//   concat        tensor.concat
//   softmax       linalg.softmax
//   argmax        linalg.generic with two results
//   full          arith.constant
// A destination is tensor.empty, and linalg.fill where it is added to. That a token is in 0 <= . < 8, and that each
// step takes what the one before returns, has no counterpart: mlir-opt has that much less to decide.

#rows    = affine_map<(b, t, d) -> (b, t)>
#table   = affine_map<(b, t, d) -> (b, t, d)>
#left    = affine_map<(b, h, m, n, k) -> (b, h, m, k)>
#right   = affine_map<(b, h, m, n, k) -> (b, h, k, n)>
#product = affine_map<(b, h, m, n, k) -> (b, h, m, n)>

// The first step: no past.
func.func @decode_self(
    %token_ids: tensor<1x1xi64>,
    %embed: tensor<8x4xf32>, %wq: tensor<4x4xf32>, %wk: tensor<4x4xf32>, %wv: tensor<4x4xf32>, %wo: tensor<4x4xf32>,
    %lm_head: tensor<4x8xf32>, %scale: f32)
    -> (tensor<1x2x2x1xf32>, tensor<1x2x1x2xf32>, tensor<1x1x8xf32>) {
  %zero = arith.constant 0.0 : f32
  // x = gather(embed, token_ids)
  %x_empty = tensor.empty() : tensor<1x1x4xf32>
  %x = linalg.generic {indexing_maps = [#rows, #table], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%token_ids : tensor<1x1xi64>) outs(%x_empty : tensor<1x1x4xf32>) {
    ^bb0(%token: i64, %unused: f32):
      %row = arith.index_cast %token : i64 to index
      %column = linalg.index 2 : index
      %element = tensor.extract %embed[%row, %column] : tensor<8x4xf32>
      linalg.yield %element : f32
    } -> tensor<1x1x4xf32>
  // q_flat = x @ broadcast(wq)
  %wq_empty = tensor.empty() : tensor<1x4x4xf32>
  %wq_wide = linalg.broadcast ins(%wq : tensor<4x4xf32>)
      outs(%wq_empty : tensor<1x4x4xf32>) dimensions = [0]
  %q_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %q_flat_zero = linalg.fill ins(%zero : f32) outs(%q_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %q_flat = linalg.batch_matmul ins(%x, %wq_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%q_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // k_flat = x @ broadcast(wk)
  %wk_empty = tensor.empty() : tensor<1x4x4xf32>
  %wk_wide = linalg.broadcast ins(%wk : tensor<4x4xf32>)
      outs(%wk_empty : tensor<1x4x4xf32>) dimensions = [0]
  %k_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %k_flat_zero = linalg.fill ins(%zero : f32) outs(%k_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %k_flat = linalg.batch_matmul ins(%x, %wk_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%k_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // v_flat = x @ broadcast(wv)
  %wv_empty = tensor.empty() : tensor<1x4x4xf32>
  %wv_wide = linalg.broadcast ins(%wv : tensor<4x4xf32>)
      outs(%wv_empty : tensor<1x4x4xf32>) dimensions = [0]
  %v_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %v_flat_zero = linalg.fill ins(%zero : f32) outs(%v_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %v_flat = linalg.batch_matmul ins(%x, %wv_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%v_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // q = transpose(reshape(q_flat, [1, 1, 2, 2]), [0, 2, 1, 3])
  %q_split = tensor.expand_shape %q_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %q_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %q = linalg.transpose ins(%q_split : tensor<1x1x2x2xf32>) outs(%q_empty : tensor<1x2x1x2xf32>)
      permutation = [0, 2, 1, 3]
  // k_new = transpose(reshape(k_flat, [1, 1, 2, 2]), [0, 2, 3, 1])
  %k_new_split = tensor.expand_shape %k_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %k_new_empty = tensor.empty() : tensor<1x2x2x1xf32>
  %k_new = linalg.transpose ins(%k_new_split : tensor<1x1x2x2xf32>) outs(%k_new_empty : tensor<1x2x2x1xf32>)
      permutation = [0, 2, 3, 1]
  // v_new = transpose(reshape(v_flat, [1, 1, 2, 2]), [0, 2, 1, 3])
  %v_new_split = tensor.expand_shape %v_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %v_new_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %v_new = linalg.transpose ins(%v_new_split : tensor<1x1x2x2xf32>) outs(%v_new_empty : tensor<1x2x1x2xf32>)
      permutation = [0, 2, 1, 3]
  // scores = q @ k_new
  %scores_empty = tensor.empty() : tensor<1x2x1x1xf32>
  %scores_zero = linalg.fill ins(%zero : f32) outs(%scores_empty : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %scores = linalg.generic {indexing_maps = [#left, #right, #product],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k_new : tensor<1x2x1x2xf32>, tensor<1x2x2x1xf32>) outs(%scores_zero : tensor<1x2x1x1xf32>) {
    ^bb0(%l: f32, %r: f32, %so_far: f32):
      %term = arith.mulf %l, %r : f32
      %more = arith.addf %so_far, %term : f32
      linalg.yield %more : f32
    } -> tensor<1x2x1x1xf32>
  // probs = softmax(scores * broadcast(scale), axis=3)
  %scale_wide = tensor.splat %scale : tensor<1x2x1x1xf32>
  %scaled = arith.mulf %scores, %scale_wide : tensor<1x2x1x1xf32>
  %probs_empty = tensor.empty() : tensor<1x2x1x1xf32>
  %probs = linalg.softmax dimension(3) ins(%scaled : tensor<1x2x1x1xf32>)
      outs(%probs_empty : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  // context = probs @ v_new
  %context_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %context_zero = linalg.fill ins(%zero : f32) outs(%context_empty : tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  %context = linalg.generic {indexing_maps = [#left, #right, #product],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%probs, %v_new : tensor<1x2x1x1xf32>, tensor<1x2x1x2xf32>) outs(%context_zero : tensor<1x2x1x2xf32>) {
    ^bb0(%l: f32, %r: f32, %so_far: f32):
      %term = arith.mulf %l, %r : f32
      %more = arith.addf %so_far, %term : f32
      linalg.yield %more : f32
    } -> tensor<1x2x1x2xf32>
  // merged = reshape(transpose(context, [0, 2, 1, 3]), [1, 1, 4])
  %merged_empty = tensor.empty() : tensor<1x1x2x2xf32>
  %merged_split = linalg.transpose ins(%context : tensor<1x2x1x2xf32>) outs(%merged_empty : tensor<1x1x2x2xf32>)
      permutation = [0, 2, 1, 3]
  %merged = tensor.collapse_shape %merged_split [[0], [1], [2, 3]] : tensor<1x1x2x2xf32> into tensor<1x1x4xf32>
  // (x + merged @ broadcast(wo)) @ broadcast(lm_head)
  %wo_empty = tensor.empty() : tensor<1x4x4xf32>
  %wo_wide = linalg.broadcast ins(%wo : tensor<4x4xf32>)
      outs(%wo_empty : tensor<1x4x4xf32>) dimensions = [0]
  %attended_empty = tensor.empty() : tensor<1x1x4xf32>
  %attended_zero = linalg.fill ins(%zero : f32) outs(%attended_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %attended = linalg.batch_matmul ins(%merged, %wo_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%attended_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %residual = arith.addf %x, %attended : tensor<1x1x4xf32>
  %lm_head_empty = tensor.empty() : tensor<1x4x8xf32>
  %lm_head_wide = linalg.broadcast ins(%lm_head : tensor<4x8xf32>)
      outs(%lm_head_empty : tensor<1x4x8xf32>) dimensions = [0]
  %logits_empty = tensor.empty() : tensor<1x1x8xf32>
  %logits_zero = linalg.fill ins(%zero : f32) outs(%logits_empty : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  %logits = linalg.batch_matmul ins(%residual, %lm_head_wide : tensor<1x1x4xf32>, tensor<1x4x8xf32>)
      outs(%logits_zero : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  return %k_new, %v_new, %logits : tensor<1x2x2x1xf32>, tensor<1x2x1x2xf32>, tensor<1x1x8xf32>
}

// A past of S = 1 becomes a next of S = 2.
func.func @decode_s1(
    %token_ids: tensor<1x1xi64>,
    %k_past: tensor<1x2x2x1xf32>, %v_past: tensor<1x2x1x2xf32>,
    %embed: tensor<8x4xf32>, %wq: tensor<4x4xf32>, %wk: tensor<4x4xf32>, %wv: tensor<4x4xf32>, %wo: tensor<4x4xf32>,
    %lm_head: tensor<4x8xf32>, %scale: f32)
    -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<1x1x8xf32>) {
  %zero = arith.constant 0.0 : f32
  // x = gather(embed, token_ids)
  %x_empty = tensor.empty() : tensor<1x1x4xf32>
  %x = linalg.generic {indexing_maps = [#rows, #table], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%token_ids : tensor<1x1xi64>) outs(%x_empty : tensor<1x1x4xf32>) {
    ^bb0(%token: i64, %unused: f32):
      %row = arith.index_cast %token : i64 to index
      %column = linalg.index 2 : index
      %element = tensor.extract %embed[%row, %column] : tensor<8x4xf32>
      linalg.yield %element : f32
    } -> tensor<1x1x4xf32>
  // q_flat = x @ broadcast(wq)
  %wq_empty = tensor.empty() : tensor<1x4x4xf32>
  %wq_wide = linalg.broadcast ins(%wq : tensor<4x4xf32>)
      outs(%wq_empty : tensor<1x4x4xf32>) dimensions = [0]
  %q_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %q_flat_zero = linalg.fill ins(%zero : f32) outs(%q_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %q_flat = linalg.batch_matmul ins(%x, %wq_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%q_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // k_flat = x @ broadcast(wk)
  %wk_empty = tensor.empty() : tensor<1x4x4xf32>
  %wk_wide = linalg.broadcast ins(%wk : tensor<4x4xf32>)
      outs(%wk_empty : tensor<1x4x4xf32>) dimensions = [0]
  %k_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %k_flat_zero = linalg.fill ins(%zero : f32) outs(%k_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %k_flat = linalg.batch_matmul ins(%x, %wk_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%k_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // v_flat = x @ broadcast(wv)
  %wv_empty = tensor.empty() : tensor<1x4x4xf32>
  %wv_wide = linalg.broadcast ins(%wv : tensor<4x4xf32>)
      outs(%wv_empty : tensor<1x4x4xf32>) dimensions = [0]
  %v_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %v_flat_zero = linalg.fill ins(%zero : f32) outs(%v_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %v_flat = linalg.batch_matmul ins(%x, %wv_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%v_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // q = transpose(reshape(q_flat, [1, 1, 2, 2]), [0, 2, 1, 3])
  %q_split = tensor.expand_shape %q_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %q_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %q = linalg.transpose ins(%q_split : tensor<1x1x2x2xf32>) outs(%q_empty : tensor<1x2x1x2xf32>)
      permutation = [0, 2, 1, 3]
  // k_new = transpose(reshape(k_flat, [1, 1, 2, 2]), [0, 2, 3, 1])
  %k_new_split = tensor.expand_shape %k_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %k_new_empty = tensor.empty() : tensor<1x2x2x1xf32>
  %k_new = linalg.transpose ins(%k_new_split : tensor<1x1x2x2xf32>) outs(%k_new_empty : tensor<1x2x2x1xf32>)
      permutation = [0, 2, 3, 1]
  // v_new = transpose(reshape(v_flat, [1, 1, 2, 2]), [0, 2, 1, 3])
  %v_new_split = tensor.expand_shape %v_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %v_new_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %v_new = linalg.transpose ins(%v_new_split : tensor<1x1x2x2xf32>) outs(%v_new_empty : tensor<1x2x1x2xf32>)
      permutation = [0, 2, 1, 3]
  // k_all = concat(k_past, k_new, axis=3)
  %k_all = tensor.concat dim(3) %k_past, %k_new : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32>
  // v_all = concat(v_past, v_new, axis=2)
  %v_all = tensor.concat dim(2) %v_past, %v_new : (tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>) -> tensor<1x2x2x2xf32>
  // scores = q @ k_all
  %scores_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %scores_zero = linalg.fill ins(%zero : f32) outs(%scores_empty : tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  %scores = linalg.generic {indexing_maps = [#left, #right, #product],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k_all : tensor<1x2x1x2xf32>, tensor<1x2x2x2xf32>) outs(%scores_zero : tensor<1x2x1x2xf32>) {
    ^bb0(%l: f32, %r: f32, %so_far: f32):
      %term = arith.mulf %l, %r : f32
      %more = arith.addf %so_far, %term : f32
      linalg.yield %more : f32
    } -> tensor<1x2x1x2xf32>
  // probs = softmax(scores * broadcast(scale), axis=3)
  %scale_wide = tensor.splat %scale : tensor<1x2x1x2xf32>
  %scaled = arith.mulf %scores, %scale_wide : tensor<1x2x1x2xf32>
  %probs_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %probs = linalg.softmax dimension(3) ins(%scaled : tensor<1x2x1x2xf32>)
      outs(%probs_empty : tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  // context = probs @ v_all
  %context_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %context_zero = linalg.fill ins(%zero : f32) outs(%context_empty : tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  %context = linalg.generic {indexing_maps = [#left, #right, #product],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%probs, %v_all : tensor<1x2x1x2xf32>, tensor<1x2x2x2xf32>) outs(%context_zero : tensor<1x2x1x2xf32>) {
    ^bb0(%l: f32, %r: f32, %so_far: f32):
      %term = arith.mulf %l, %r : f32
      %more = arith.addf %so_far, %term : f32
      linalg.yield %more : f32
    } -> tensor<1x2x1x2xf32>
  // merged = reshape(transpose(context, [0, 2, 1, 3]), [1, 1, 4])
  %merged_empty = tensor.empty() : tensor<1x1x2x2xf32>
  %merged_split = linalg.transpose ins(%context : tensor<1x2x1x2xf32>) outs(%merged_empty : tensor<1x1x2x2xf32>)
      permutation = [0, 2, 1, 3]
  %merged = tensor.collapse_shape %merged_split [[0], [1], [2, 3]] : tensor<1x1x2x2xf32> into tensor<1x1x4xf32>
  // (x + merged @ broadcast(wo)) @ broadcast(lm_head)
  %wo_empty = tensor.empty() : tensor<1x4x4xf32>
  %wo_wide = linalg.broadcast ins(%wo : tensor<4x4xf32>)
      outs(%wo_empty : tensor<1x4x4xf32>) dimensions = [0]
  %attended_empty = tensor.empty() : tensor<1x1x4xf32>
  %attended_zero = linalg.fill ins(%zero : f32) outs(%attended_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %attended = linalg.batch_matmul ins(%merged, %wo_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%attended_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %residual = arith.addf %x, %attended : tensor<1x1x4xf32>
  %lm_head_empty = tensor.empty() : tensor<1x4x8xf32>
  %lm_head_wide = linalg.broadcast ins(%lm_head : tensor<4x8xf32>)
      outs(%lm_head_empty : tensor<1x4x8xf32>) dimensions = [0]
  %logits_empty = tensor.empty() : tensor<1x1x8xf32>
  %logits_zero = linalg.fill ins(%zero : f32) outs(%logits_empty : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  %logits = linalg.batch_matmul ins(%residual, %lm_head_wide : tensor<1x1x4xf32>, tensor<1x4x8xf32>)
      outs(%logits_zero : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  return %k_all, %v_all, %logits : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<1x1x8xf32>
}

// A past of S = 2 becomes a next of S = 3.
func.func @decode_s2(
    %token_ids: tensor<1x1xi64>,
    %k_past: tensor<1x2x2x2xf32>, %v_past: tensor<1x2x2x2xf32>,
    %embed: tensor<8x4xf32>, %wq: tensor<4x4xf32>, %wk: tensor<4x4xf32>, %wv: tensor<4x4xf32>, %wo: tensor<4x4xf32>,
    %lm_head: tensor<4x8xf32>, %scale: f32)
    -> (tensor<1x2x2x3xf32>, tensor<1x2x3x2xf32>, tensor<1x1x8xf32>) {
  %zero = arith.constant 0.0 : f32
  // x = gather(embed, token_ids)
  %x_empty = tensor.empty() : tensor<1x1x4xf32>
  %x = linalg.generic {indexing_maps = [#rows, #table], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%token_ids : tensor<1x1xi64>) outs(%x_empty : tensor<1x1x4xf32>) {
    ^bb0(%token: i64, %unused: f32):
      %row = arith.index_cast %token : i64 to index
      %column = linalg.index 2 : index
      %element = tensor.extract %embed[%row, %column] : tensor<8x4xf32>
      linalg.yield %element : f32
    } -> tensor<1x1x4xf32>
  // q_flat = x @ broadcast(wq)
  %wq_empty = tensor.empty() : tensor<1x4x4xf32>
  %wq_wide = linalg.broadcast ins(%wq : tensor<4x4xf32>)
      outs(%wq_empty : tensor<1x4x4xf32>) dimensions = [0]
  %q_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %q_flat_zero = linalg.fill ins(%zero : f32) outs(%q_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %q_flat = linalg.batch_matmul ins(%x, %wq_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%q_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // k_flat = x @ broadcast(wk)
  %wk_empty = tensor.empty() : tensor<1x4x4xf32>
  %wk_wide = linalg.broadcast ins(%wk : tensor<4x4xf32>)
      outs(%wk_empty : tensor<1x4x4xf32>) dimensions = [0]
  %k_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %k_flat_zero = linalg.fill ins(%zero : f32) outs(%k_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %k_flat = linalg.batch_matmul ins(%x, %wk_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%k_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // v_flat = x @ broadcast(wv)
  %wv_empty = tensor.empty() : tensor<1x4x4xf32>
  %wv_wide = linalg.broadcast ins(%wv : tensor<4x4xf32>)
      outs(%wv_empty : tensor<1x4x4xf32>) dimensions = [0]
  %v_flat_empty = tensor.empty() : tensor<1x1x4xf32>
  %v_flat_zero = linalg.fill ins(%zero : f32) outs(%v_flat_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %v_flat = linalg.batch_matmul ins(%x, %wv_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%v_flat_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  // q = transpose(reshape(q_flat, [1, 1, 2, 2]), [0, 2, 1, 3])
  %q_split = tensor.expand_shape %q_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %q_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %q = linalg.transpose ins(%q_split : tensor<1x1x2x2xf32>) outs(%q_empty : tensor<1x2x1x2xf32>)
      permutation = [0, 2, 1, 3]
  // k_new = transpose(reshape(k_flat, [1, 1, 2, 2]), [0, 2, 3, 1])
  %k_new_split = tensor.expand_shape %k_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %k_new_empty = tensor.empty() : tensor<1x2x2x1xf32>
  %k_new = linalg.transpose ins(%k_new_split : tensor<1x1x2x2xf32>) outs(%k_new_empty : tensor<1x2x2x1xf32>)
      permutation = [0, 2, 3, 1]
  // v_new = transpose(reshape(v_flat, [1, 1, 2, 2]), [0, 2, 1, 3])
  %v_new_split = tensor.expand_shape %v_flat [[0], [1], [2, 3]] output_shape [1, 1, 2, 2]
      : tensor<1x1x4xf32> into tensor<1x1x2x2xf32>
  %v_new_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %v_new = linalg.transpose ins(%v_new_split : tensor<1x1x2x2xf32>) outs(%v_new_empty : tensor<1x2x1x2xf32>)
      permutation = [0, 2, 1, 3]
  // k_all = concat(k_past, k_new, axis=3)
  %k_all = tensor.concat dim(3) %k_past, %k_new : (tensor<1x2x2x2xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x3xf32>
  // v_all = concat(v_past, v_new, axis=2)
  %v_all = tensor.concat dim(2) %v_past, %v_new : (tensor<1x2x2x2xf32>, tensor<1x2x1x2xf32>) -> tensor<1x2x3x2xf32>
  // scores = q @ k_all
  %scores_empty = tensor.empty() : tensor<1x2x1x3xf32>
  %scores_zero = linalg.fill ins(%zero : f32) outs(%scores_empty : tensor<1x2x1x3xf32>) -> tensor<1x2x1x3xf32>
  %scores = linalg.generic {indexing_maps = [#left, #right, #product],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k_all : tensor<1x2x1x2xf32>, tensor<1x2x2x3xf32>) outs(%scores_zero : tensor<1x2x1x3xf32>) {
    ^bb0(%l: f32, %r: f32, %so_far: f32):
      %term = arith.mulf %l, %r : f32
      %more = arith.addf %so_far, %term : f32
      linalg.yield %more : f32
    } -> tensor<1x2x1x3xf32>
  // probs = softmax(scores * broadcast(scale), axis=3)
  %scale_wide = tensor.splat %scale : tensor<1x2x1x3xf32>
  %scaled = arith.mulf %scores, %scale_wide : tensor<1x2x1x3xf32>
  %probs_empty = tensor.empty() : tensor<1x2x1x3xf32>
  %probs = linalg.softmax dimension(3) ins(%scaled : tensor<1x2x1x3xf32>)
      outs(%probs_empty : tensor<1x2x1x3xf32>) -> tensor<1x2x1x3xf32>
  // context = probs @ v_all
  %context_empty = tensor.empty() : tensor<1x2x1x2xf32>
  %context_zero = linalg.fill ins(%zero : f32) outs(%context_empty : tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  %context = linalg.generic {indexing_maps = [#left, #right, #product],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%probs, %v_all : tensor<1x2x1x3xf32>, tensor<1x2x3x2xf32>) outs(%context_zero : tensor<1x2x1x2xf32>) {
    ^bb0(%l: f32, %r: f32, %so_far: f32):
      %term = arith.mulf %l, %r : f32
      %more = arith.addf %so_far, %term : f32
      linalg.yield %more : f32
    } -> tensor<1x2x1x2xf32>
  // merged = reshape(transpose(context, [0, 2, 1, 3]), [1, 1, 4])
  %merged_empty = tensor.empty() : tensor<1x1x2x2xf32>
  %merged_split = linalg.transpose ins(%context : tensor<1x2x1x2xf32>) outs(%merged_empty : tensor<1x1x2x2xf32>)
      permutation = [0, 2, 1, 3]
  %merged = tensor.collapse_shape %merged_split [[0], [1], [2, 3]] : tensor<1x1x2x2xf32> into tensor<1x1x4xf32>
  // (x + merged @ broadcast(wo)) @ broadcast(lm_head)
  %wo_empty = tensor.empty() : tensor<1x4x4xf32>
  %wo_wide = linalg.broadcast ins(%wo : tensor<4x4xf32>)
      outs(%wo_empty : tensor<1x4x4xf32>) dimensions = [0]
  %attended_empty = tensor.empty() : tensor<1x1x4xf32>
  %attended_zero = linalg.fill ins(%zero : f32) outs(%attended_empty : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %attended = linalg.batch_matmul ins(%merged, %wo_wide : tensor<1x1x4xf32>, tensor<1x4x4xf32>)
      outs(%attended_zero : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %residual = arith.addf %x, %attended : tensor<1x1x4xf32>
  %lm_head_empty = tensor.empty() : tensor<1x4x8xf32>
  %lm_head_wide = linalg.broadcast ins(%lm_head : tensor<4x8xf32>)
      outs(%lm_head_empty : tensor<1x4x8xf32>) dimensions = [0]
  %logits_empty = tensor.empty() : tensor<1x1x8xf32>
  %logits_zero = linalg.fill ins(%zero : f32) outs(%logits_empty : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  %logits = linalg.batch_matmul ins(%residual, %lm_head_wide : tensor<1x1x4xf32>, tensor<1x4x8xf32>)
      outs(%logits_zero : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  return %k_all, %v_all, %logits : tensor<1x2x2x3xf32>, tensor<1x2x3x2xf32>, tensor<1x1x8xf32>
}

// The greedy picker: the class of the greatest logit, the lowest one on ties.
func.func @greedy_one(%logits: tensor<1x1x8xf32>) -> tensor<1x1xi64> {
  %least = arith.constant 0xFF800000 : f32
  %first = arith.constant 0 : i64
  // argmax(logits, axis=2)
  %greatest_empty = tensor.empty() : tensor<1x1xf32>
  %greatest_least = linalg.fill ins(%least : f32) outs(%greatest_empty : tensor<1x1xf32>) -> tensor<1x1xf32>
  %class_empty = tensor.empty() : tensor<1x1xi64>
  %class_first = linalg.fill ins(%first : i64) outs(%class_empty : tensor<1x1xi64>) -> tensor<1x1xi64>
  %picked:2 = linalg.generic {indexing_maps = [#table, #rows, #rows],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%logits : tensor<1x1x8xf32>) outs(%greatest_least, %class_first : tensor<1x1xf32>, tensor<1x1xi64>) {
    ^bb0(%logit: f32, %greatest: f32, %class: i64):
      %index = linalg.index 2 : index
      %this = arith.index_cast %index : index to i64
      %is_greater = arith.cmpf ogt, %logit, %greatest : f32
      %next_greatest = arith.select %is_greater, %logit, %greatest : f32
      %next_class = arith.select %is_greater, %this, %class : i64
      linalg.yield %next_greatest, %next_class : f32, i64
    } -> (tensor<1x1xf32>, tensor<1x1xi64>)
  return %picked#1 : tensor<1x1xi64>
}

// Calls decode_s2 with the host's placeholders.
func.func @main() -> (tensor<1x2x2x3xf32>, tensor<1x2x3x2xf32>, tensor<1x1x8xf32>) {
  %token_ids = arith.constant dense<3> : tensor<1x1xi64>
  %k_past = arith.constant dense<0.25> : tensor<1x2x2x2xf32>
  %v_past = arith.constant dense<0.5> : tensor<1x2x2x2xf32>
  %embed = arith.constant dense<0.125> : tensor<8x4xf32>
  %square = arith.constant dense<0.0625> : tensor<4x4xf32>
  %lm_head = arith.constant dense<0.5> : tensor<4x8xf32>
  %scale = arith.constant 0.5 : f32
  %k, %v, %z = call @decode_s2(%token_ids, %k_past, %v_past, %embed, %square, %square, %square, %square, %lm_head,
                             %scale)
      : (tensor<1x1xi64>, tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<8x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>,
         tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>, f32)
      -> (tensor<1x2x2x3xf32>, tensor<1x2x3x2xf32>, tensor<1x1x8xf32>)
  return %k, %v, %z : tensor<1x2x2x3xf32>, tensor<1x2x3x2xf32>, tensor<1x1x8xf32>
}
