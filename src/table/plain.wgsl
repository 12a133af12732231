// The cheap material: light is worked out at the corners, pixels only fill in between.
#import bevy_pbr::mesh_functions::{get_world_from_local, mesh_position_local_to_clip, mesh_normal_local_to_world}

struct Plain {
    tint: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> plain: Plain;
#ifdef TEXTURED
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var picture: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var picture_sampler: sampler;
#endif

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(5) color: vec4<f32>,
}

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
#ifdef TEXTURED
    @location(1) uv: vec2<f32>,
#endif
}

@vertex
fn vertex(vertex: Vertex) -> Corner {
    var out: Corner;
    let world = get_world_from_local(vertex.instance_index);
    out.position = mesh_position_local_to_clip(world, vec4<f32>(vertex.position, 1.0));
    let normal = mesh_normal_local_to_world(vertex.normal, vertex.instance_index);
    let sun = normalize(vec3<f32>(-0.45, 1.0, 0.5));
    // Full light from above, so that what lies flat keeps its colour.
    let light = clamp(0.42 + 0.68 * dot(normal, sun), 0.3, 1.0);
    out.color = vec4<f32>(vertex.color.rgb * plain.tint.rgb * light, vertex.color.a * plain.tint.a);
#ifdef TEXTURED
    out.uv = vertex.uv;
#endif
    return out;
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
#ifdef TEXTURED
    return corner.color * textureSample(picture, picture_sampler, corner.uv);
#else
    return corner.color;
#endif
}
