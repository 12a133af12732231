//! Materials: one for all that is solid, one for what one sees through, one for each picture.

use bevy::asset::{load_internal_asset, uuid_handle};
use bevy::ecs::system::{EntityCommands, SystemParam};
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError,
};
use bevy::shader::{Shader, ShaderRef};

use super::Quality;

const PLAIN_SHADER: Handle<Shader> = uuid_handle!("5a1c4c0e-5d7f-4a36-9a86-0d8f3a63c1de");

/// A material that costs next to nothing: colours of the corners, light from one side.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(PlainKey)]
pub struct PlainMaterial {
    #[uniform(0)]
    tint: LinearRgba,
    #[texture(1)]
    #[sampler(2)]
    picture: Option<Handle<Image>>,
    see_through: bool,
}

/// What the shader is built for.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlainKey {
    textured: bool,
}

impl From<&PlainMaterial> for PlainKey {
    fn from(material: &PlainMaterial) -> Self {
        Self {
            textured: material.picture.is_some(),
        }
    }
}

impl Material for PlainMaterial {
    fn vertex_shader() -> ShaderRef {
        PLAIN_SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        PLAIN_SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        if self.see_through {
            AlphaMode::Blend
        } else {
            AlphaMode::Opaque
        }
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.vertex.buffers = vec![layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            Mesh::ATTRIBUTE_NORMAL.at_shader_location(1),
            Mesh::ATTRIBUTE_UV_0.at_shader_location(2),
            Mesh::ATTRIBUTE_COLOR.at_shader_location(5),
        ])?];
        if key.bind_group_data.textured {
            descriptor.vertex.shader_defs.push("TEXTURED".into());
            if let Some(fragment) = descriptor.fragment.as_mut() {
                fragment.shader_defs.push("TEXTURED".into());
            }
        }
        Ok(())
    }
}

/// A material of either kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Coat {
    /// The cheap one.
    Plain(Handle<PlainMaterial>),
    /// The one with light and shadow.
    Lit(Handle<StandardMaterial>),
}

impl Coat {
    /// Puts it on something.
    pub fn on<'a, 'b>(&self, entity: &'b mut EntityCommands<'a>) -> &'b mut EntityCommands<'a> {
        match self {
            Self::Plain(handle) => entity.insert(MeshMaterial3d(handle.clone())),
            Self::Lit(handle) => entity.insert(MeshMaterial3d(handle.clone())),
        }
    }
}

/// Mixes materials.
#[derive(SystemParam)]
pub struct Paints<'w> {
    quality: Res<'w, Quality>,
    plain: ResMut<'w, Assets<PlainMaterial>>,
    lit: ResMut<'w, Assets<StandardMaterial>>,
}

impl Paints<'_> {
    /// The quality that is painted for.
    pub fn quality(&self) -> Quality {
        *self.quality
    }

    /// For bodies that carry their colours with them.
    pub fn solid(&mut self) -> Coat {
        self.mix(Color::WHITE, None, false)
    }

    /// The same, seen through.
    pub fn glass(&mut self, opacity: f32) -> Coat {
        self.mix(Color::WHITE.with_alpha(opacity), None, true)
    }

    /// A picture.
    pub fn picture(&mut self, image: Handle<Image>, see_through: bool) -> Coat {
        self.mix(Color::WHITE, Some(image), see_through)
    }

    fn mix(&mut self, tint: Color, picture: Option<Handle<Image>>, see_through: bool) -> Coat {
        if self.quality.is_lit() {
            Coat::Lit(self.lit.add(StandardMaterial {
                base_color: tint,
                base_color_texture: picture,
                perceptual_roughness: 0.95,
                reflectance: 0.15,
                alpha_mode: if see_through {
                    AlphaMode::Blend
                } else {
                    AlphaMode::Opaque
                },
                ..default()
            }))
        } else {
            Coat::Plain(self.plain.add(PlainMaterial {
                tint: tint.to_linear(),
                picture,
                see_through,
            }))
        }
    }
}

/// The materials.
pub fn plugin(app: &mut App) {
    load_internal_asset!(app, PLAIN_SHADER, "plain.wgsl", Shader::from_wgsl);
    app.add_plugins(MaterialPlugin::<PlainMaterial>::default());
}
